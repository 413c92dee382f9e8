import calls from 'virtual:contract-calls';
import {
  endSignIn,
  isOtherAccount,
  readAccount,
  readOwnRefreshToken,
  readOwnTokens,
  storeTokens,
} from '#platform/api/tokens.ts';
import { ApiError } from './api-error.ts';
import { createClient } from './client.ts';
import { usesNewTimezone } from './new-timezone-flag.ts';
import { createRefresher, type Ending, type TokenStore } from './refresh.ts';
import { seen } from './seen.ts';
import { API_ADDRESS } from './server.ts';

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
  url: `${API_ADDRESS}${calls.refresh![1]}`,
  fetch: (...args) => globalThis.fetch(...args),
  tokens: tokenStore,
});

export const api = createClient({
  calls,
  baseUrl: API_ADDRESS,
  tokens: tokenStore,
  refresh,
  usesNewTimezone,
  seen,
  isOtherAccount,
  onAccountChanged: () => otherAccount(),
  account: readAccount,
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
