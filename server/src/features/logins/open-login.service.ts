import type { ErrorCode } from '@spotter/contract/api/errors.ts';
import { getGymConfig } from '#features/organizations/index.ts';
import { me, meUpdated } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { fail, laterToday } from '#platform/http/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import { type Caller, readCaller } from '#platform/logins/callers.ts';
import { firstRefreshToken } from '#platform/logins/refresh-tokens.ts';
import { insertLogin } from './logins.repo.ts';

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
  const { userAgent: user_agent, language, ip, config } = ctx;
  await insertLogin(tx, { id: loginId, user_id: userId, method, user_agent, language, ip }, config);
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
