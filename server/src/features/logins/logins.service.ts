import { loginEnded } from '#features/users/index.ts';
import { readsOf } from '#platform/db/reads.ts';
import { fail } from '#platform/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { networkOf } from '#platform/limits.ts';
import { type Caller, readCaller, readClosure } from '#platform/logins/callers.ts';
import { passwordMatches } from '#platform/logins/passwords.ts';
import { loginOfDigest, loginOfRefreshToken, rotate } from '#platform/logins/refresh-tokens.ts';
import { looksLikeSetupCode, normalizeSetupCode } from '#platform/logins/setup-codes.ts';
import { takeGuess } from './guessing.service.ts';
import { endLogins, findAccount, readOpenLogins, readOwnLogin, spendSetupCode } from './logins.repo.ts';
import { signIn } from './open-login.service.ts';
import { mailOwnPasswordLink } from './passwords.service.ts';

type AnyCtx = Ctx<Caller | null>;
type Presented = { refresh?: string | undefined; refresh_digest?: string | undefined };

export async function login(ctx: AnyCtx, { email, password }: { email: string; password: string }) {
  const account = await findAccount(ctx.db, { email, network: networkOf(ctx.ip) });
  const guess = await takeGuess(ctx, { email, isFamiliar: account?.is_familiar ?? false });

  const withSetupCode = Boolean(account?.setup_code_live) && looksLikeSetupCode(password);
  const matches = withSetupCode
    ? await passwordMatches(account?.setup_code_hash, normalizeSetupCode(password))
    : await passwordMatches(account?.password_hash, password);
  if (!account?.is_active || !matches) throw fail('wrong_credentials');
  await guess.wasRight();
  if (account.closure) throw fail(account.closure);
  // Staff chose a password that has to be changed. It opens no account in use: the member's mailbox gets a link instead.
  if (!withSetupCode && account.must_change_password && !account.is_untouched) {
    await mailOwnPasswordLink(ctx, email);
    ctx.guessedRight();
    throw fail('password_link_sent');
  }

  return ctx.tx(async (tx) => {
    if (!withSetupCode) return signIn(tx, ctx, { userId: account.id, method: 'password' });
    // Of two concurrent calls, the second finds the code gone.
    if (!(await spendSetupCode(tx, account))) throw fail('wrong_credentials');
    return signIn(tx, ctx, { userId: account.id, method: 'setup_code' });
  });
}

export async function refresh(ctx: AnyCtx, token: string) {
  const rotation = await ctx.tx(async (tx) => {
    const outcome = await rotate(tx, token, ctx.config);
    if (outcome.outcome === 'replayed')
      await endLogins(tx, { userId: outcome.userId, only: outcome.loginId }, 'replayed');
    if (outcome.outcome === 'rotated') {
      const secondsLeft = await ctx.limits.takeDaily(tx, 'refreshes', outcome.userId);
      if (secondsLeft !== null) throw fail('too_many_requests', { retryAfterSeconds: secondsLeft });
    }
    // Never issue a token that the next call would refuse: the app would refresh forever. The rollback keeps the
    // sign-in usable in case the organization is reactivated.
    if (outcome.outcome === 'rotated' && !(await readCaller(readsOf(tx), outcome)))
      throw fail((await readClosure(readsOf(tx), outcome)) ?? 'refresh_invalid');
    return outcome;
  });
  if (rotation.outcome === 'rotated') {
    const { userId, loginId } = rotation;
    return { access: await ctx.accessTokens.sign({ userId, loginId }), refresh: rotation.token };
  }
  if (rotation.outcome === 'replayed') {
    ctx.rightsChanged(rotation.userId);
    ctx.log.warn(
      { user: rotation.userId, login: rotation.loginId },
      'a used refresh token came back; its sign-in is ended',
    );
  }
  throw fail('refresh_invalid');
}

/**
 * Ends the sign-in of the bearer token and that of the refresh token. From an emulation, that is the one it began with. A
 * digest comes later, when another member may be signed in on the device: their sign-in stays.
 */
export async function logout(ctx: AnyCtx, { refresh, refresh_digest: digest }: Presented) {
  const { caller } = ctx;
  await ctx.tx(async (tx) => {
    const presented = digest
      ? [await loginOfDigest(tx, Buffer.from(digest, 'hex'))]
      : [caller, refresh ? await loginOfRefreshToken(tx, refresh) : null];
    for (const login of presented) {
      if (!login) continue;
      const { userId } = login;
      const loginId = await readOwnLogin(tx, login.loginId);
      if ((await endLogins(tx, { userId, only: loginId }, 'logout')) === 0) continue;
      if (caller?.userId === userId) loginEnded(tx, caller, loginId, 'logout');
      ctx.rightsChanged(userId);
    }
  });
}

export async function listMyLogins({ db, caller }: Ctx) {
  const rows = await readOpenLogins(db, caller.userId);
  return { results: rows.map((row) => ({ ...row, is_current: row.id === caller.loginId })) };
}

export async function revokeMyLogin(ctx: Ctx, loginId: string) {
  await ctx.tx(async (tx) => {
    const ended = await endLogins(tx, { userId: ctx.caller.userId, only: loginId }, 'revoked');
    if (ended === 0) throw fail('login_not_found');
    loginEnded(tx, ctx.caller, loginId, 'revoked');
    ctx.rightsChanged(ctx.caller.userId);
  });
}
