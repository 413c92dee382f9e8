import { fail, fieldError } from '#platform/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { passwordMatches } from '#platform/logins/passwords.ts';
import { ProviderRefusal, providers, verifyIdToken } from '#platform/logins/providers.ts';
import { readIdentities, readPassword } from './users-confirmation.repo.ts';

type Given = { password?: string | undefined; providerToken?: string | undefined };

/**
 * Changing the sign-in methods or deleting an account needs proof of identity: the password or, without one, a fresh
 * provider token for an identity linked to the account.
 */
export async function confirmIdentity(ctx: Ctx, { password, providerToken }: Given): Promise<void> {
  const { caller } = ctx;
  // By sign-in, so that a thief who guesses does not slow the owner down.
  const bucket = `password:${caller.loginId}`;
  await ctx.limits.guesses.takeTurn(bucket, { free: 10 });
  const account = await readPassword(ctx.db, caller.userId);
  const confirmed =
    account && account.password_hash === null && providerToken
      ? await isLinkedIdentity(ctx, providerToken)
      : await passwordMatches(account?.password_hash, password ?? '');
  if (!confirmed) throw fail('wrong_password', fieldError('current_password', 'Your current password is incorrect.'));
  await ctx.limits.guesses.forget(bucket);
  ctx.guessedRight();
}

async function isLinkedIdentity(ctx: Ctx, token: string): Promise<boolean> {
  const linked = await readIdentities(ctx.db, ctx.caller.userId);
  for (const provider of providers.filter((name) => linked.some((identity) => identity.provider === name))) {
    try {
      const { issuer, subject } = await verifyIdToken(ctx.config, provider, token, { within: '10m', nonce: null });
      if (linked.some((identity) => identity.issuer === issuer && identity.subject === subject)) return true;
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error;
    }
  }
  return false;
}
