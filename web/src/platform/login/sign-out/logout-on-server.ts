import { readRefreshTokenToEnd } from '../../api/tokens.ts';

const PATIENCE_MS = 2_000;

/**
 * Ends the sign-in on the server. The wait is short, so a dead network can't keep the user signed in on this device: the
 * server hears of it later.
 */
export async function logoutOnServer(): Promise<void> {
  const refresh = readRefreshTokenToEnd() ?? undefined;
  // Not part of the first download, which is only as large as it must be.
  const told = import('./late-logouts.ts').then(({ tellLogout }) => tellLogout(refresh));
  await Promise.race([told.catch(() => {}), new Promise((done) => setTimeout(done, PATIENCE_MS))]);
}
