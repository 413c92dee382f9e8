import { API_ROOT } from '@spotter/contract/api/address.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#platform/config.ts';

/** The apps bring their pages along, so their pages' origin is the phone itself (capacitor.config.json). */
const APP_ORIGINS = { ios: 'capacitor://localhost', android: 'https://localhost' };

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, idempotency-key, last-event-id, x-use-new-timezone, x-request-id, x-seen',
  // A day, or as long as the browser wishes.
  'access-control-max-age': '86400',
};

/**
 * Lets the native apps of the settings call the API from their own origin, and nobody else. A caller is known by the
 * token in a header and never by a cookie, so an origin alone gives no access.
 */
export function registerAppOrigins(
  app: FastifyInstance,
  { IOS_APPS, ANDROID_APPS }: Pick<Config, 'IOS_APPS' | 'ANDROID_APPS'>,
): void {
  const allowed: string[] = [
    ...(IOS_APPS.length > 0 ? [APP_ORIGINS.ios] : []),
    ...(ANDROID_APPS.length > 0 ? [APP_ORIGINS.android] : []),
  ];
  if (allowed.length === 0) return;
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    if (!origin || !allowed.includes(origin) || !request.url.startsWith(`${API_ROOT}/`)) return done();
    reply.header('vary', 'origin');
    reply.header('access-control-allow-origin', origin);
    reply.header('access-control-expose-headers', 'date, retry-after, content-disposition, x-request-id, x-seen');
    if (request.method !== 'OPTIONS') return done();
    reply.code(204).headers(PREFLIGHT).send();
  });
}
