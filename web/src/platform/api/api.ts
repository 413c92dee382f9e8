import calls from 'virtual:contract-calls';
import { API_ROOT } from '@spotter/contract/api/address.ts';
import { endSignIn, isOtherAccount, readOwnRefreshToken, readOwnTokens, storeTokens } from '#platform/login/tokens.ts';
import { ApiError } from './api-error.ts';
import { createClient } from './client.ts';
import { usesNewTimezone } from './new-timezone-flag.ts';
import { createRefresher, type Ending, type TokenStore } from './refresh.ts';

export const tokenStore: TokenStore = {
  read: readOwnTokens,
  readRefresh: readOwnRefreshToken,
  store: storeTokens,
  clear: endSignIn,
};

let signedOut = (_ending: Ending) => {};

/** Set by the login provider: called when the sign-in expires or is revoked. */
export function onSignedOut(listener: (ending: Ending) => void) {
  signedOut = listener;
}

let otherAccount = () => {};

/** Set by the login provider: called when another tab signs in to another account. */
export function onAccountChanged(listener: () => void) {
  otherAccount = listener;
}

const refresh = createRefresher({
  url: `${API_ROOT}${calls.refresh![1]}`,
  fetch: (...args) => globalThis.fetch(...args),
  tokens: tokenStore,
});

export const api = createClient({
  calls,
  baseUrl: API_ROOT,
  tokens: tokenStore,
  refresh,
  usesNewTimezone,
  isOtherAccount,
  onAccountChanged: () => otherAccount(),
  onSignedOut: (ending) => signedOut(ending),
});

/** For the live stream, which is not a client call but ends with the same sign-in. */
export async function renewTokens(failedAccess: string | null): Promise<'renewed' | 'ended' | 'later'> {
  const outcome = await refresh(failedAccess);
  if (outcome === 'renewed') return 'renewed';
  if (outcome instanceof ApiError || isOtherAccount()) return 'later';
  endSignIn();
  signedOut(outcome);
  return 'ended';
}
