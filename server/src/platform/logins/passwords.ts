import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

// OWASP's recommended floor for argon2id; the algorithm is the library's default.
const floor = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
let cost = floor;

/** Tests hash hundreds of passwords that nobody wants to guess. */
export function hashCheaply(): void {
  if (process.env.NODE_ENV !== 'test') throw new Error('Passwords are hashed cheaply in tests alone.');
  cost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
}

/**
 * Each hash occupies one of Node's four threads, which database connections and files need too: a burst of sign-ins
 * must not make the database look unreachable. On few cores one at a time leaves room for everybody else's calls.
 */
const MOST_AT_ONCE = availableParallelism() < 4 ? 1 : 2;
let hashing = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (hashing < MOST_AT_ONCE) hashing += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else hashing -= 1;
  }
}

export const hashPassword = (password: string) => inTurn(() => hash(password, cost));

let lastOfMany: Promise<unknown> = Promise.resolve();

/** For codes that nobody waits for: one at a time, so that sign-ins always find the other turn free or next. */
export function hashOneOfMany(code: string): Promise<string> {
  const next = lastOfMany.then(() => hashPassword(code));
  // Its own caller hears of a failure; the next in line only waits for the end.
  lastOfMany = next.catch(() => {});
  return next;
}

let decoy: Promise<string> | undefined;

/** Takes the same time whether or not there is a hash to compare with. */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const against = stored ?? (await decoy);
  const matches = await inTurn(() => verify(against, password));
  return matches && stored != null;
}

let common: Promise<Set<string>> | undefined;

/** The list is large and rarely needed, so it is loaded on first use. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) =>
      new Set(dictionary['passwords-common'].filter((entry): entry is string => String(entry).length >= 8)),
  );
  return (await common).has(password.toLowerCase());
}
