import calls from 'virtual:contract-calls';
import { API_ROOT } from '@spotter/contract/api/address.ts';
import { endSignIn, readRefreshToken, readTokens, storeTokens } from '#platform/login/tokens.ts';
import { createClient } from './client.ts';
import { usesNewTimezone } from './new-timezone-flag.ts';
import { createRefresher, type TokenStore } from './refresh.ts';

export const tokenStore: TokenStore = {
  read: readTokens,
  readRefresh: readRefreshToken,
  store: storeTokens,
  clear: endSignIn,
};

let signedOut = () => {};

/** The login provider says what happens when the sign-in ends by itself. */
export function onSignedOut(listener: () => void) {
  signedOut = listener;
}

const refresh = createRefresher({
  url: `${API_ROOT}${calls.refresh?.[1]}`,
  fetch: (...args) => globalThis.fetch(...args),
  tokens: tokenStore,
});

export const api = createClient({
  calls,
  baseUrl: API_ROOT,
  tokens: tokenStore,
  refresh,
  usesNewTimezone,
  onSignedOut: () => signedOut(),
});

/** For the live stream, which is no call of the client but ends with the same sign-in. */
export async function renewTokens(failedAccess: string | null): Promise<'renewed' | 'ended' | 'later'> {
  const outcome = await refresh(failedAccess);
  if (outcome === 'renewed') return 'renewed';
  if (outcome !== 'ended') return 'later';
  endSignIn();
  signedOut();
  return 'ended';
}
