import type { ErrorCode } from '@spotter/contract/api/errors.ts';
import { getGymConfig } from '#features/organizations/index.ts';
import { me, meUpdated } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { fail, laterToday } from '#platform/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import { type Caller, readCaller, readClosure } from '#platform/logins/callers.ts';
import { firstRefreshToken } from '#platform/logins/refresh-tokens.ts';
import { insertLogin } from './logins.repo.ts';

type Opener = Pick<
  Ctx<Caller | null>,
  'ip' | 'userAgent' | 'language' | 'accessTokens' | 'config' | 'guessedRight' | 'limits'
>;

type Method = 'password' | 'setup_code' | 'google' | 'apple' | 'demo';

/** Starts a sign-in for somebody who is known to have the right to it. */
export async function openLogin(
  tx: Db,
  { userAgent: user_agent, language, ip, config, accessTokens }: Omit<Opener, 'guessedRight' | 'limits'>,
  { userId, method, loginId = newId() }: { userId: string; method: Method; loginId?: string },
) {
  await insertLogin(tx, { id: loginId, user_id: userId, method, user_agent, language, ip }, config);
  return {
    access_token: await accessTokens.sign({ userId, loginId }),
    refresh_token: await firstRefreshToken(tx, loginId),
  };
}

type SignIn = {
  userId: string;
  method: Method;
  refusal?: ErrorCode;
  /** The account was there before this call: its owner is told when the organization is switched off. */
  isKnown?: boolean;
};

/** Starts a sign-in and returns what every sign-in method answers: tokens, and the data the app needs to open. */
export async function signIn(
  tx: Db,
  ctx: Opener,
  { userId, method, refusal = 'wrong_credentials', isKnown = false }: SignIn,
) {
  const loginId = newId();
  const secondsLeft = await ctx.limits.takeDaily(tx, 'sign_ins', userId);
  if (secondsLeft !== null) throw laterToday("You've signed in very often today. Try again", secondsLeft);
  const tokens = await openLogin(tx, ctx, { userId, method, loginId });
  const entry = await readCaller(readsOf(tx), { userId, loginId });
  // The account, its demo or its organization may have ended since the proof.
  if (!entry) {
    const closure = isKnown ? await readClosure(readsOf(tx), { userId, loginId }) : null;
    throw fail(closure ?? refusal);
  }
  const { caller } = entry;
  const user = await me(readsOf(tx), caller);
  meUpdated(tx, caller, ['logins']);
  ctx.guessedRight();
  return {
    ...tokens,
    user,
    must_change_password: user.must_change_password,
    current_gym_id: caller.currentGymId,
    organization: user.organization,
    gym_config: await getGymConfig(tx, caller.organizationId, caller),
  };
}
