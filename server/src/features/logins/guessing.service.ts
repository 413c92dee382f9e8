import { createHash } from 'node:crypto';
import type { Ctx } from '#platform/http/handlers.ts';
import { networkOf } from '#platform/limits.ts';
import type { Caller } from '#platform/logins/callers.ts';

/** This many guesses at one account from one address are checked at once; then each waits longer. */
const FREE = 10;
/** For an account that many addresses guess at, an unknown address gets one free guess: the owner's is correct. */
const FREE_UNDER_ATTACK = 1;
const ATTACK = { from: 50, most: 500, seconds: 3600 };

/** Hashes the typed address for its bucket, because it may belong to a person without an account. */
const nameOf = (email: string) => createHash('sha256').update(email).digest('base64url').slice(0, 22);

type Guess = { email: string; isFamiliar: boolean };

/**
 * Takes a turn to guess a password, before it is compared. Each address has its own pace, so strangers slow only
 * themselves down. Guesses from addresses the owner has never used also count together: many slow each of them down,
 * and only a flood from hundreds of addresses stops them all. A mailed link bypasses all of this.
 */
export async function takeGuess({ limits, ip }: Ctx<Caller | null>, { email, isFamiliar }: Guess) {
  const account = `guess:${nameOf(email)}`;
  const bucket = `${account}:${networkOf(ip)}`;
  const isAttacked = !isFamiliar && (await limits.used(account)) >= ATTACK.from;
  await limits.guesses.takeTurn(bucket, { free: isAttacked ? FREE_UNDER_ATTACK : FREE });
  if (!isFamiliar) await limits.take(account, ATTACK);
  return {
    async wasRight() {
      await limits.guesses.forget(bucket);
      if (!isFamiliar) await limits.giveBack(account);
    },
  };
}
