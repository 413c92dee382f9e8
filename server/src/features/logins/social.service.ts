import type { ErrorCode } from '@spotter/contract/errors.ts';
import type { AppleData, GoogleData } from '@spotter/contract/social-sign-in.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { fail } from '#platform/http/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import type { Caller } from '#platform/logins/callers.ts';
import {
  exchangeCode,
  type Provider,
  type ProviderIdentity,
  ProviderRefusal,
  requireProvider,
  verifyIdToken,
} from '#platform/logins/providers.ts';
import { signIn } from './open-login.ts';
import { signProof } from './social-proofs.ts';

type AnyCtx = Ctx<Caller | null>;

const refusals = { google: 'google_failed', apple: 'apple_failed' } as const satisfies Record<Provider, ErrorCode>;

export async function googleCallback(
  ctx: AnyCtx,
  body: { code: string; redirect_uri: string; nonce?: string | undefined },
) {
  return refusing(ctx, 'google', async () => {
    const { code, redirect_uri: redirectUri, nonce } = body;
    const idToken = await exchangeCode(ctx.config, 'google', { code, redirectUri });
    const answer = await enter(ctx, await verifyIdToken(ctx.config, 'google', idToken, { nonce }));
    return answer.action ? answer : { ...answer, provider_token: idToken };
  });
}

export async function googleNative(ctx: AnyCtx, body: { id_token: string; nonce?: string | undefined }) {
  return refusing(ctx, 'google', async () =>
    enter(ctx, await verifyIdToken(ctx.config, 'google', body.id_token, { nonce: body.nonce })),
  );
}

type AppleName = { firstName?: string | undefined; lastName?: string | undefined };

/** Apple tells the name only to the app, once; it says nothing about who somebody is, so it is taken as a suggestion. */
export async function appleLogin(
  ctx: AnyCtx,
  body: { id_token: string; nonce?: string | undefined; user?: { name?: AppleName | undefined } | undefined },
) {
  return refusing(ctx, 'apple', async () => {
    const identity = await verifyIdToken(ctx.config, 'apple', body.id_token, { nonce: body.nonce });
    const { firstName, lastName } = body.user?.name ?? {};
    return enter(ctx, {
      ...identity,
      firstName: firstName?.trim() || identity.firstName,
      lastName: lastName?.trim() || identity.lastName,
    });
  });
}

/** Whatever was wrong with a token, a person hears one sentence; the log knows which. */
async function refusing<T>(ctx: AnyCtx, provider: Provider, work: () => Promise<T>): Promise<T> {
  requireProvider(ctx.config, provider);
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    ctx.log.info({ provider, reason: error.message }, 'a provider token was refused');
    throw fail(refusals[provider], { cause: error });
  }
}

/**
 * In, for an identity that is linked to an account. Nobody is ever let into an account by the email alone: whoever owns
 * it signs in and links, and a new address registers with an invite.
 */
async function enter(ctx: AnyCtx, identity: ProviderIdentity) {
  const { provider, issuer, subject, email } = identity;
  const refusal = refusals[provider];
  const linked = await ctx.db
    .selectFrom('social_identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('provider', '=', provider)
    .executeTakeFirst();
  if (linked) {
    const answer = await ctx.tx((tx) => signIn(tx, ctx, { userId: linked.user_id, method: provider, refusal }));
    return { ...answer, created: false, action: undefined };
  }
  // An address nobody has verified proves nothing, and must not tell whether it has an account here.
  if (!email) throw new ProviderRefusal('no verified email');
  const known = await ctx.db.selectFrom('users').select('id').where(sql`lower(email)`, '=', email).executeTakeFirst();
  const data = await providerData(ctx, { ...identity, email });
  if (known) {
    const message = 'An account with this email already exists. Sign in to link it.';
    throw fail('link_account', { also: { action: 'link_account', message, email, ...data } });
  }
  return { action: 'complete_registration' as const, email, ...data };
}

type ProviderData = { google_data: z.input<typeof GoogleData> } | { apple_data: z.input<typeof AppleData> };

/** What the browser carries on: for people to read, and the proof that makes it worth something. */
async function providerData(ctx: AnyCtx, identity: ProviderIdentity & { email: string }): Promise<ProviderData> {
  const { provider, subject, email, firstName, lastName, pictureUrl } = identity;
  const proof = await signProof(ctx.config.TOKEN_SECRET, identity);
  if (provider === 'google') return { google_data: { google_id: subject, email, avatar_url: pictureUrl, proof } };
  return { apple_data: { apple_id: subject, email, first_name: firstName, last_name: lastName, proof } };
}
