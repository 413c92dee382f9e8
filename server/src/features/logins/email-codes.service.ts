import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { resendCodeSeconds } from '@spotter/contract/limits.ts';
import { isOrgAdmin } from '@spotter/contract/roles.ts';
import { mailBrandOf } from '#features/organizations/index.ts';
import { me, meUpdated } from '#features/users/index.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { fail } from '#platform/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { mayBrandCode } from '#platform/mail/strangers.ts';
import {
  closeCode,
  countCodesToday,
  insertCode,
  isVerified,
  lockReceiver,
  noteAnswer,
  type Receiver,
  readLatestCode,
  readReceiver,
  tryCode,
} from './email-codes.repo.ts';
import { newVerificationCodeMail, verificationCodeMail } from './logins.mails.ts';

const MINUTES = 15;
const TRIES = 5;
/** Each code may be guessed at five times, so the number of codes bounds the guesses at an address. */
const CODES_A_DAY = 10;

/** Six digits are easy to guess from a plain hash; a keyed hash also needs the key. */
const hashOf = (secret: string, userId: string, code: string) =>
  createHmac('sha256', secret).update(`verify-email:${userId}:${code}`).digest();

const wait = (seconds: number) => fail('too_many_requests', { retryAfterSeconds: Math.ceil(seconds) });

/** Seconds until the day's oldest code no longer counts; null while there are codes left for today. */
async function waitForTomorrow(tx: Db, userId: string): Promise<number | null> {
  const { codes, oldest } = await countCodesToday(tx, userId);
  return codes < CODES_A_DAY ? null : 24 * 3600 - oldest;
}

/**
 * A new code inherits the attempts of the previous one, so asking again gives no extra guesses. One whose attempts are
 * used up is replaced by a code with five of its own.
 */
export async function resendVerification(ctx: Ctx) {
  const { caller } = ctx;
  await ctx.tx(async (tx) => {
    const user = await lockReceiver(tx, caller.userId);
    if (user.email_verified) throw fail('email_already_verified');
    const before = await readLatestCode(tx, caller.userId);
    if (before && before.age < resendCodeSeconds) throw wait(resendCodeSeconds - before.age);
    const untilTomorrow = await waitForTomorrow(tx, caller.userId);
    if (untilTomorrow !== null) throw wait(untilTomorrow);
    const used = before && before.age < MINUTES * 60 ? await closeCode(tx, before.id) : 0;
    await sendCode(tx, ctx.config, user, before && (used < TRIES ? used : 0));
  });
}

/** The first code of a new account, queued in the same transaction. */
export async function sendFirstCode(tx: Db, config: Config, userId: string) {
  await sendCode(tx, config, await readReceiver(tx, userId), undefined);
}

/** `tries` are the attempts used on the previous code, if any. */
async function sendCode(tx: Db, config: Config, user: Receiver, tries: number | undefined) {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const codeHash = hashOf(config.TOKEN_SECRET, user.id, code);
  await insertCode(tx, { id: newId(), userId: user.id, codeHash, tries: tries ?? 0, minutes: MINUTES });
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
  const latest = await readLatestCode(ctx.db, caller.userId);
  // The attempt is counted before the code is compared and stays counted, so parallel guesses share the same five.
  const tried = latest && (await tryCode(ctx.db, latest.id, TRIES));
  const right = tried && timingSafeEqual(tried.code_hash, hashOf(ctx.config.TOKEN_SECRET, caller.userId, code));
  // Verified in another tab, or by an admin.
  if (!right && (await isVerified(ctx.db, caller.userId))) throw fail('email_already_verified');
  if (!right) throw fail('verification_code_invalid', { also: { tries_left: tried ? TRIES - tried.tries : 0 } });
  return ctx.tx(async (tx) => {
    await closeCode(tx, latest.id);
    await noteAnswer(tx, caller.userId);
    meUpdated(tx, caller, ['email_verified']);
    // The next call may come before the notice.
    ctx.rightsChanged(caller.userId);
    ctx.guessedRight();
    return me(readsOf(tx), caller);
  });
}
