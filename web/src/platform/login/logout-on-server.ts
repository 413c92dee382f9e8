import { api } from '#platform/api/api.ts';
import { readRefreshTokenToEnd } from './tokens.ts';

const PATIENCE_MS = 2_000;

/**
 * Ends the sign-in on the server. The wait is short, so a dead network can't keep the user signed in on this device.
 */
export async function logoutOnServer(): Promise<void> {
  const refresh = readRefreshTokenToEnd() ?? undefined;
  await Promise.race([
    api.logout({ body: { refresh } }).catch(() => {}),
    new Promise((done) => setTimeout(done, PATIENCE_MS)),
  ]);
}
