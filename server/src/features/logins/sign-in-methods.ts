import { z } from 'zod';
import type { Ctx } from '#platform/http/handlers.ts';
import type { Caller } from '#platform/logins/callers.ts';

const Discovery = z.object({ authorization_endpoint: z.url() });
const KEPT_MS = 60 * 60 * 1000;
const discovered = new Map<string, { url: string; until: number }>();

/** Where an OpenID provider takes people in, from its own discovery document; asked once an hour. */
async function authorizationUrl(issuer: string): Promise<string> {
  const known = discovered.get(issuer);
  if (known && known.until > Date.now()) return known.url;
  const response = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(2_000),
  });
  const { authorization_endpoint: url } = Discovery.parse(await response.json());
  discovered.set(issuer, { url, until: Date.now() + KEPT_MS });
  return url;
}

async function method({ log }: Ctx<Caller | null>, clientId: string | undefined, issuer: string) {
  if (!clientId) return null;
  try {
    return { client_id: clientId, authorization_url: await authorizationUrl(issuer) };
  } catch (err) {
    log.warn({ err, issuer }, 'a sign-in provider does not answer; its button stays away');
    return null;
  }
}

export async function getSignInMethods(ctx: Ctx<Caller | null>) {
  const { config } = ctx;
  const [google, apple] = await Promise.all([
    method(ctx, config.GOOGLE_CLIENT_ID, config.GOOGLE_ISSUER),
    method(ctx, config.APPLE_CLIENT_ID, config.APPLE_ISSUER),
  ]);
  return { google, apple };
}
