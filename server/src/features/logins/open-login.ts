import type { ErrorCode } from '@spotter/contract/api/errors.ts';
import { sql } from 'kysely';
import { getGymConfig } from '#features/organizations/index.ts';
import { me, meUpdated } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/statement.ts';
import { fail, laterToday } from '#platform/http/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import { type Caller, readCaller } from '#platform/logins/callers.ts';
import { firstRefreshToken, loginExpiry } from '#platform/logins/refresh-tokens.ts';

type Opener = Pick<
  Ctx<Caller | null>,
  'ip' | 'userAgent' | 'language' | 'accessTokens' | 'config' | 'guessedRight' | 'limits'
>;

type Method = 'password' | 'setup_code' | 'google' | 'apple' | 'demo';

/** Starts a sign-in and returns what every sign-in method answers: tokens, and the data the app needs to open. */
export async function signIn(
  tx: Db,
  ctx: Opener,
  { userId, method, refusal = 'wrong_credentials' }: { userId: string; method: Method; refusal?: ErrorCode },
) {
  const loginId = newId();
  const secondsLeft = await ctx.limits.takeDaily(tx, 'sign_ins', userId);
  if (secondsLeft !== null) throw laterToday("You've signed in very often today. Try again", secondsLeft);
  await tx
    .insertInto('logins')
    .values({
      id: loginId,
      user_id: userId,
      method,
      user_agent: ctx.userAgent,
      language: ctx.language,
      ip: ctx.ip,
      expires_at: loginExpiry(ctx.config),
    })
    .execute();
  const entry = await readCaller(readsOf(tx), { userId, loginId });
  // The account, its demo or its organization may have ended since the proof.
  if (!entry) throw fail(refusal);
  const { caller } = entry;
  const user = await me(readsOf(tx), caller);
  meUpdated(tx, caller, ['logins']);
  ctx.guessedRight();
  return {
    access_token: await ctx.accessTokens.sign({ userId, loginId }),
    refresh_token: await firstRefreshToken(tx, loginId),
    user,
    must_change_password: user.must_change_password,
    current_gym_id: caller.currentGymId,
    organization: user.organization,
    gym_config: await getGymConfig(tx, caller.organizationId, caller),
  };
}

type EndReason = 'logout' | 'revoked' | 'password_changed' | 'password_reset' | 'replayed' | 'emulation_stopped';

/** Ends sign-ins and returns how many; their access tokens are refused from the next call on. */
export async function endLogins(
  tx: Db,
  which: { userId: string; only?: string; except?: string },
  reason: EndReason,
): Promise<number> {
  const { userId, only, except } = which;
  const ended = await tx
    .updateTable('logins')
    .set({ revoked_at: sql`now()`, revoked_reason: reason })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(only !== undefined, (query) => query.where('id', '=', only ?? ''))
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? ''))
    .returning('id')
    .execute();
  return ended.length;
}
