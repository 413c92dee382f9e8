import type { Ctx } from '#platform/http/handlers.ts';
import type { Caller } from '#platform/logins/callers.ts';
import { discover } from '#platform/logins/providers.ts';

async function method({ log }: Ctx<Caller | null>, clientId: string | undefined, issuer: string) {
  if (!clientId) return null;
  try {
    const { authorization_endpoint } = await discover(issuer);
    return { client_id: clientId, authorization_url: authorization_endpoint };
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
