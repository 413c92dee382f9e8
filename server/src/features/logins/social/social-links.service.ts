import type { ErrorCode } from '@spotter/contract/api/errors.ts';
import { confirmIdentity, me, meUpdated } from '#features/users/index.ts';
import { audit } from '#platform/audit.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { fail } from '#platform/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import type { Provider } from '#platform/logins/providers.ts';
import { deleteIdentity, insertIdentity, lockUser, readIdentityOwner, readSignInMethods } from './social.repo.ts';
import { readProof, spendProof } from './social-proofs.service.ts';

type Confirmation = { current_password?: string | undefined; provider_token?: string | undefined };

const failures = { google: 'google_link_failed', apple: 'apple_failed' } as const satisfies Record<Provider, ErrorCode>;

const confirm = (ctx: Ctx, { current_password: password, provider_token: providerToken }: Confirmation) =>
  confirmIdentity(ctx, { password, providerToken });

/** Adds a provider to the caller's sign-in methods. The proof names the identity, never the request. */
export async function linkProvider(
  ctx: Ctx,
  provider: Provider,
  given: { id: string; data: { id: string; email: string | null | undefined; proof: string } },
  confirmation: Confirmation,
) {
  const { caller, config } = ctx;
  const { id, data } = given;
  if (id !== data.id) throw fail('social_proof_invalid');
  const proven = await readProof(config.TOKEN_SECRET, provider, {
    proof: data.proof,
    subject: data.id,
    email: data.email,
  });
  await confirm(ctx, confirmation);
  return ctx.tx(async (tx) => {
    await spendProof(tx, proven);
    const { issuer, subject, email } = proven;
    // The table's keys decide: an identity belongs to one account, and an account has one identity per provider.
    if (!(await insertIdentity(tx, { issuer, subject, email, provider, user_id: caller.userId }))) {
      const ownerId = await readIdentityOwner(tx, { issuer, subject });
      if (!ownerId) throw fail(failures[provider]);
      if (ownerId !== caller.userId) throw fail('social_account_taken');
    }
    await audit(tx, ctx, { action: 'linkProvider', targetType: 'user', targetId: caller.userId, data: { provider } });
    meUpdated(tx, caller, [`${provider}_id`]);
    return me(readsOf(tx), caller);
  });
}

/** Removes a provider, unless it is the only sign-in method. */
export async function unlinkProvider(ctx: Ctx, provider: Provider, confirmation: Confirmation) {
  const { caller } = ctx;
  await refuseLastMethod(ctx.db, caller.userId, provider);
  await confirm(ctx, confirmation);
  return ctx.tx(async (tx) => {
    // The lock serializes two calls that remove the last two methods.
    await lockUser(tx, caller.userId);
    await refuseLastMethod(tx, caller.userId, provider);
    await deleteIdentity(tx, caller.userId, provider);
    await audit(tx, ctx, { action: 'unlinkProvider', targetType: 'user', targetId: caller.userId, data: { provider } });
    meUpdated(tx, caller, [`${provider}_id`]);
    return me(readsOf(tx), caller);
  });
}

async function refuseLastMethod(db: Db, userId: string, provider: Provider): Promise<void> {
  const ways = await readSignInMethods(db, userId);
  const isLast = ways.length === 1 && ways[0]?.provider === provider && ways[0].password_hash === null;
  if (isLast) throw fail('last_sign_in_method');
}
