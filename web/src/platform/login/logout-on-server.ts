import { api } from '#platform/api/api.ts';
import { readRefreshTokenToEnd } from './tokens.ts';

const PATIENCE_MS = 2_000;

/** Ends the sign-in on the server. A dead network must not keep anybody signed in on this device, so the wait is short. */
export async function logoutOnServer(): Promise<void> {
  const refresh = readRefreshTokenToEnd() ?? undefined;
  await Promise.race([
    api.logout({ body: { refresh } }).catch(() => {}),
    new Promise((done) => setTimeout(done, PATIENCE_MS)),
  ]);
}
