import type { ErrorCode } from '@spotter/contract/api/errors.ts';
import type { AppleData, GoogleData } from '@spotter/contract/social-sign-in.ts';
import type { z } from 'zod';
import { fail } from '#platform/errors.ts';
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
import { signIn } from '../open-login.service.ts';
import { findLinkedUser, hasAccount } from './social.repo.ts';
import { signProof } from './social-proofs.service.ts';

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

/** Apple sends the name once and only to the app. It proves nothing, so it is used as a suggestion. */
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

/** Every invalid token gets the same answer; the log has the reason. */
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
 * Signs in an identity that is linked to an account. An email alone never opens an account: its owner signs in and
 * links the identity, and a new address registers with an invite.
 */
async function enter(ctx: AnyCtx, identity: ProviderIdentity) {
  const { provider, issuer, subject, email } = identity;
  const refusal = refusals[provider];
  const userId = await findLinkedUser(ctx.db, { issuer, subject, provider });
  if (userId) {
    const answer = await ctx.tx((tx) => signIn(tx, ctx, { userId, method: provider, refusal, isKnown: true }));
    return { ...answer, created: false, action: undefined };
  }
  // An unverified address proves nothing, and the answer must not reveal whether it has an account.
  if (!email) throw new ProviderRefusal('no verified email');
  const known = await hasAccount(ctx.db, email);
  const data = await providerData(ctx, { ...identity, email });
  if (known) {
    const message = 'An account with this email already exists. Sign in to link it.';
    throw fail('link_account', { also: { action: 'link_account', message, email, ...data } });
  }
  return { action: 'complete_registration' as const, email, ...data };
}

type ProviderData = { google_data: z.input<typeof GoogleData> } | { apple_data: z.input<typeof AppleData> };

/** The browser's data: the fields people read, and the signed proof behind them. */
async function providerData(ctx: AnyCtx, identity: ProviderIdentity & { email: string }): Promise<ProviderData> {
  const { provider, subject, email, firstName, lastName, pictureUrl } = identity;
  const proof = await signProof(ctx.config.TOKEN_SECRET, identity);
  if (provider === 'google') return { google_data: { google_id: subject, email, avatar_url: pictureUrl, proof } };
  return { apple_data: { apple_id: subject, email, first_name: firstName, last_name: lastName, proof } };
}
