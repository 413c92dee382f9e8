import { withoutLinks } from '@spotter/contract/api/links-in-text.ts';
import { longestPersonName } from '@spotter/contract/limits.ts';
import { insertIdentity, readProof, signIn, spendProof } from '#features/logins/index.ts';
import { createAccount } from '#features/users/index.ts';
import { fail } from '#platform/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import type { Caller } from '#platform/logins/callers.ts';
import { type Provider, requireProvider } from '#platform/logins/providers.ts';
import { acceptInvite, type InviteFields, inviteOf, refuseWrongInvite } from './accept-invite.service.ts';

type Form = InviteFields & { first_name?: string | undefined; last_name?: string | undefined };

/** Finishes registering with a provider: account, identity, gym and spent proof in one transaction. */
export async function completeWithProvider(
  ctx: Ctx<Caller | null>,
  provider: Provider,
  data: { subject: string; email: string | null | undefined; proof: string },
  form: Form,
) {
  requireProvider(ctx.config, provider);
  const proven = await readProof(ctx.config.TOKEN_SECRET, provider, data);
  const invite = inviteOf(form);
  if (!invite) throw fail('invite_required');
  await refuseWrongInvite(ctx.db, invite);
  const { issuer, subject, email } = proven;
  return ctx.tx(async (tx) => {
    await spendProof(tx, proven);
    const userId = await createAccount(tx, {
      email,
      // The browser passes Apple's names on, and the part before the @ may have dots.
      firstName: withoutLinks(
        form.first_name ?? proven.firstName ?? email.slice(0, email.indexOf('@')).slice(0, longestPersonName),
      ),
      lastName: withoutLinks(form.last_name ?? proven.lastName ?? ''),
      emailVerified: true,
    });
    const isLinked = await insertIdentity(tx, { issuer, subject, email, provider, user_id: userId });
    // The same person has finished with another proof in the meantime.
    if (!isLinked) throw fail('social_proof_invalid');
    const { sessionJoined } = await acceptInvite(tx, userId, invite);
    const answer = await signIn(tx, ctx, { userId, method: provider, refusal: 'social_proof_invalid' });
    return { ...answer, session_joined: sessionJoined };
  });
}
