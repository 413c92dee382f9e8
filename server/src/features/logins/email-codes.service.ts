import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { resendCodeSeconds } from '@spotter/contract/limits.ts';
import { isOrgAdmin } from '@spotter/contract/roles.ts';
import { sql } from 'kysely';
import { mailBrandOf } from '#features/organizations/index.ts';
import { me, meUpdated } from '#features/users/index.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/statement.ts';
import { fail } from '#platform/http/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import { answered } from '#platform/mail/answers.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { mayBrandCode } from '#platform/mail/strangers.ts';
import { newVerificationCodeMail, verificationCodeMail } from './logins.mails.ts';

const MINUTES = 15;
const TRIES = 5;
/** Each code may be guessed at five times, so the number of codes bounds the guesses at an address. */
const CODES_A_DAY = 10;

/** Six digits are easy to guess from a plain hash; a keyed hash also needs the key. */
const hashOf = (secret: string, userId: string, code: string) =>
  createHmac('sha256', secret).update(`verify-email:${userId}:${code}`).digest();

type LatestCode = { id: string; age: number };

async function latestCode(tx: Db, userId: string): Promise<LatestCode | undefined> {
  return tx
    .selectFrom('email_codes')
    .select(['id', sql<number>`extract(epoch from now() - created_at)::float8`.as('age')])
    .where('user_id', '=', userId)
    .where('purpose', '=', 'verify_email')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Ends a code and returns its attempts. Concurrent guesses wait for this row and then find the code ended. */
async function closeCode(tx: Db, id: string): Promise<number> {
  const { tries } = await tx
    .updateTable('email_codes')
    .set({ used_at: sql`now()` })
    .where('id', '=', id)
    .returning('tries')
    .executeTakeFirstOrThrow();
  return tries;
}

const wait = (seconds: number) => fail('too_many_requests', { retryAfterSeconds: Math.ceil(seconds) });

/** Seconds until the day's oldest code no longer counts; null while there are codes left for today. */
async function waitForTomorrow(tx: Db, userId: string): Promise<number | null> {
  const { codes, oldest } = await tx
    .selectFrom('email_codes')
    .select([
      sql<number>`count(*)::int`.as('codes'),
      sql<number>`extract(epoch from now() - min(created_at))::float8`.as('oldest'),
    ])
    .where('user_id', '=', userId)
    .where('purpose', '=', 'verify_email')
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  return codes < CODES_A_DAY ? null : 24 * 3600 - oldest;
}

/**
 * A new code inherits the attempts of the previous one, so asking again gives no extra guesses. One whose attempts are
 * used up is replaced by a code with five of its own.
 */
export async function resendVerification(ctx: Ctx) {
  const { caller } = ctx;
  await ctx.tx(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['email', 'role', 'organization_id', 'email_verified'])
      .where('id', '=', caller.userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (user.email_verified) throw fail('email_already_verified');
    const before = await latestCode(tx, caller.userId);
    if (before && before.age < resendCodeSeconds) throw wait(resendCodeSeconds - before.age);
    const untilTomorrow = await waitForTomorrow(tx, caller.userId);
    if (untilTomorrow !== null) throw wait(untilTomorrow);
    const used = before && before.age < MINUTES * 60 ? await closeCode(tx, before.id) : 0;
    await sendCode(tx, ctx.config, { ...user, id: caller.userId }, before && (used < TRIES ? used : 0));
  });
}

/** The first code of a new account, queued in the same transaction. */
export async function sendFirstCode(tx: Db, config: Config, userId: string) {
  const user = await tx
    .selectFrom('users')
    .select(['id', 'email', 'role', 'organization_id'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await sendCode(tx, config, user, undefined);
}

type Receiver = { id: string; email: string; role: string; organization_id: string | null };

/** `tries` are the attempts used on the previous code, if any. */
async function sendCode(tx: Db, config: Config, user: Receiver, tries: number | undefined) {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await tx
    .insertInto('email_codes')
    .values({
      id: newId(),
      user_id: user.id,
      purpose: 'verify_email',
      code_hash: hashOf(config.TOKEN_SECRET, user.id, code),
      tries: tries ?? 0,
      expires_at: sql`now() + make_interval(mins => ${MINUTES})`,
    })
    .execute();
  // Anyone can register a gym with any name and address, so its first mail is Spotter's.
  const organizationId = isOrgAdmin(user.role) ? null : user.organization_id;
  const isBranded = organizationId && (await mayBrandCode(tx, config, { organizationId, email: user.email }));
  const brand = await mailBrandOf(tx, isBranded ? organizationId : null, config.PUBLIC_URL);
  const write = tries === undefined ? verificationCodeMail : newVerificationCodeMail;
  await queueMail(tx, {
    to: user.email,
    organizationId: user.organization_id,
    ...write({ brand, code }),
  });
}

export async function verifyEmailCode(ctx: Ctx, code: string) {
  const { caller } = ctx;
  const latest = await latestCode(ctx.db, caller.userId);
  // The attempt is counted before the code is compared and stays counted, so parallel guesses share the same five.
  const tried =
    latest &&
    (await ctx.db
      .updateTable('email_codes')
      .set((eb) => ({ tries: eb('tries', '+', 1) }))
      .where('id', '=', latest.id)
      .where('tries', '<', TRIES)
      .where('used_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning(['code_hash', 'tries'])
      .executeTakeFirst());
  const right = tried && timingSafeEqual(tried.code_hash, hashOf(ctx.config.TOKEN_SECRET, caller.userId, code));
  if (!right && (await isVerified(ctx.db, caller.userId))) throw fail('email_already_verified');
  if (!right) throw fail('verification_code_invalid', { also: { tries_left: tried ? TRIES - tried.tries : 0 } });
  return ctx.tx(async (tx) => {
    await tx.updateTable('email_codes').set({ used_at: sql`now()` }).where('id', '=', latest.id).execute();
    await tx.updateTable('users').set(answered).where('id', '=', caller.userId).execute();
    meUpdated(tx, caller, ['email_verified']);
    // The next call may come before the notice.
    ctx.rightsChanged(caller.userId);
    ctx.guessedRight();
    return me(readsOf(tx), caller);
  });
}

/** Verified in another tab, or by an admin. */
async function isVerified(db: Db, userId: string): Promise<boolean> {
  const user = await db.selectFrom('users').select('email_verified').where('id', '=', userId).executeTakeFirst();
  return user?.email_verified ?? false;
}
