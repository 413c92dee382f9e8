import { hash, verify } from '@node-rs/argon2';

// OWASP's recommended floor for argon2id; the algorithm is the library's default.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string) => hash(password, cost);

let decoy: Promise<string> | undefined;

/** Takes the same time whether or not there is a hash to compare with. */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const matches = await verify(stored ?? (await decoy), password);
  return matches && stored != null;
}

let common: Promise<Set<string>> | undefined;

/** The list is large and asked rarely, so it is read when first needed. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) =>
      new Set(dictionary['passwords-common'].filter((entry): entry is string => String(entry).length >= 8)),
  );
  return (await common).has(password.toLowerCase());
}
