import { createHash } from 'node:crypto';
import { createRemoteJWKSet, type JWTPayload, errors as joseErrors, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Config } from '#platform/config.ts';
import { fail } from '#platform/errors.ts';

export type Provider = 'google' | 'apple';
export const providers = ['google', 'apple'] as const satisfies readonly Provider[];

/** A user as named by a provider's verified token. The identity is issuer and subject, never the email. */
export type ProviderIdentity = {
  provider: Provider;
  issuer: string;
  subject: string;
  /** Only an address that the provider has verified; null otherwise. */
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  pictureUrl: string | null;
};

type ProviderSettings = { name: string; issuer: string; audience: [string, ...string[]]; secret: string | undefined };

/** A provider's configuration, or null if it isn't configured. */
function settingsOf(config: Config, provider: Provider): ProviderSettings | null {
  // Google gives each app a client id of its own; Apple names an app by its bundle id.
  const [name, issuer, clientId, appIds, secret] =
    provider === 'google'
      ? ['Google', config.GOOGLE_ISSUER, config.GOOGLE_CLIENT_ID, config.GOOGLE_APP_IDS, config.GOOGLE_CLIENT_SECRET]
      : ['Apple', config.APPLE_ISSUER, config.APPLE_CLIENT_ID, config.IOS_APPS.map((app) => app.appId), undefined];
  if (!clientId) return null;
  return { name, issuer: issuer.replace(/\/$/, ''), audience: [clientId, ...appIds], secret };
}

export function requireProvider(config: Config, provider: Provider): ProviderSettings {
  const settings = settingsOf(config, provider);
  if (!settings) throw fail('provider_not_configured');
  return settings;
}

const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
});
type Discovered = z.output<typeof Discovery> & { keys: ReturnType<typeof createRemoteJWKSet> };

const KEPT_MS = 60 * 60 * 1000;
const ANSWERS_WITHIN_MS = 4_000;
const discovered = new Map<string, { found: Promise<Discovered>; until: number }>();

/** A provider's endpoints and keys, from its discovery document, read once an hour. */
export function discover(issuer: string): Promise<Discovered> {
  const known = discovered.get(issuer);
  if (known && known.until > Date.now()) return known.found;
  const found = readDiscovery(issuer);
  discovered.set(issuer, { found, until: Date.now() + KEPT_MS });
  // A failed request is retried next time.
  found.catch(() => discovered.delete(issuer));
  return found;
}

async function readDiscovery(issuer: string): Promise<Discovered> {
  const response = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    redirect: 'error',
  });
  const document = Discovery.parse(await response.json());
  if (document.issuer.replace(/\/$/, '') !== issuer.replace(/\/$/, ''))
    throw new Error(`${issuer} says it is ${document.issuer}`);
  const keys = createRemoteJWKSet(new URL(document.jwks_uri), { timeoutDuration: ANSWERS_WITHIN_MS });
  return { ...document, keys };
}

/** The provider or the network failed; a retry may help. */
const unreachable = (name: string, cause: unknown) =>
  fail('unavailable', { error: `Failed to connect to ${name}`, cause, retryAfterSeconds: 5 });

/** For a token or code that the provider or its signature doesn't confirm. The reason is only logged. */
export class ProviderRefusal extends Error {}

/** Exchanges the browser's code for an id token. A code works once, which the provider ensures. */
export async function exchangeCode(
  config: Config,
  provider: Provider,
  { code, redirectUri }: { code: string; redirectUri: string },
): Promise<string> {
  const { name, issuer, audience, secret } = requireProvider(config, provider);
  let answer: unknown;
  try {
    const { token_endpoint } = await discover(issuer);
    const response = await fetch(token_endpoint, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        client_id: audience[0],
        ...(secret && { client_secret: secret }),
      }),
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
      redirect: 'error',
    });
    if (response.status >= 500) throw new Error(`the token endpoint answered ${response.status}`);
    answer = await response.json();
  } catch (error) {
    throw unreachable(name, error);
  }
  const { id_token, error } = answer as { id_token?: unknown; error?: unknown };
  if (typeof id_token !== 'string') throw new ProviderRefusal(`no id token: ${String(error)}`);
  return id_token;
}

type Expectations = {
  /** The nonce in the client's request; the token must carry the same, or none if none was sent. Null: not checked. */
  nonce?: string | null | undefined;
  /** How old the token may be. */
  within?: string;
};

/** Verifies an id token's signature, issuer, audience, expiry and nonce, and returns its identity. */
export async function verifyIdToken(
  config: Config,
  provider: Provider,
  token: string,
  { nonce, within }: Expectations = {},
): Promise<ProviderIdentity> {
  const { name, issuer, audience } = requireProvider(config, provider);
  const { keys } = await discover(issuer).catch((error) => {
    throw unreachable(name, error);
  });
  const { payload } = await jwtVerify(token, keys, {
    algorithms: ['RS256', 'ES256'],
    // Google writes its issuer with and without the scheme.
    issuer: issuer === 'https://accounts.google.com' ? [issuer, 'accounts.google.com'] : [issuer, `${issuer}/`],
    audience,
    requiredClaims: ['sub', 'exp', 'iat'],
    clockTolerance: 5,
    ...(within && { maxTokenAge: within }),
  }).catch((error: unknown) => {
    // Keys that can't be fetched are the provider's problem; everything else is the token's.
    const answered = error instanceof joseErrors.JOSEError && error.code !== 'ERR_JOSE_GENERIC';
    if (!answered || error instanceof joseErrors.JWKSTimeout) throw unreachable(name, error);
    throw new ProviderRefusal(error.message, { cause: error });
  });
  if (nonce !== null && !nonceMatches(payload.nonce, nonce)) throw new ProviderRefusal('the nonce is another');
  return identityOf(provider, issuer, payload);
}

/** Phone apps send the hash of their nonce to the provider and keep the nonce itself. */
function nonceMatches(carried: unknown, sent: string | undefined): boolean {
  if (sent === undefined || carried === undefined) return sent === carried;
  return carried === sent || carried === createHash('sha256').update(sent).digest('hex');
}

/** A storable line of text, or null. */
function text(value: unknown, most: number): string | null {
  const line = typeof value === 'string' ? value.replace(/\p{C}/gu, '').trim() : '';
  return line !== '' && line.length <= most ? line : null;
}

function identityOf(provider: Provider, issuer: string, payload: JWTPayload): ProviderIdentity {
  const subject = text(payload.sub, 255);
  if (!subject) throw new ProviderRefusal('the subject cannot be kept');
  // Apple writes the flag as text.
  const verified = payload.email_verified === true || payload.email_verified === 'true';
  return {
    provider,
    issuer,
    subject,
    email: verified ? (text(payload.email, 254)?.toLowerCase() ?? null) : null,
    firstName: text(payload.given_name, 80),
    lastName: text(payload.family_name, 80),
    pictureUrl: text(payload.picture, 500),
  };
}
