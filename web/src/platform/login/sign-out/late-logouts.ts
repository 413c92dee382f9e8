import { api } from '#platform/api/api.ts';
import { ApiError } from '#platform/api/api-error.ts';
import { safeLocalStorage } from '#platform/storage/safe-storage.ts';
import { storedJson } from '#platform/storage/stored-value.ts';
import { LATE_LOGOUTS } from '#platform/theme/last-organization.ts';

/**
 * Sign-outs that the server hasn't heard of, because there was no network. A refresh token's digest names its sign-in to
 * the server, and opens nothing: that is all the device keeps.
 */
const late = storedJson(safeLocalStorage, LATE_LOGOUTS, (value): value is string[] => Array.isArray(value));

const read = () => late.read() ?? [];

/** Null where the page isn't a secure one: browsers then have no digests. */
async function digestOf(token: string): Promise<string | null> {
  const digest = await globalThis.crypto?.subtle?.digest('SHA-256', new TextEncoder().encode(token));
  return digest ? Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('') : null;
}

/** Tells the server that a sign-in is over. Without an answer, its digest is sent when the network is back. */
export async function tellLogout(refresh: string | undefined): Promise<void> {
  const digest = refresh ? await digestOf(refresh) : null;
  // Before it is sent: the app may be killed meanwhile.
  if (digest) late.write([...read(), digest]);
  await send({ refresh }, digest);
}

async function send(body: { refresh?: string; refresh_digest?: string }, digest: string | null): Promise<void> {
  try {
    // A digest is sent late, when another member may be signed in. A server of an earlier version would end their sign-in.
    await api.logout({ body }, { withoutSignIn: body.refresh_digest !== undefined });
  } catch (error) {
    if (error instanceof ApiError && error.isTemporary) return;
  }
  const others = read().filter((one) => one !== digest);
  if (others.length > 0) late.write(others);
  else late.remove();
}

export async function sendLateLogouts(): Promise<void> {
  for (const digest of read()) await send({ refresh_digest: digest }, digest);
}
