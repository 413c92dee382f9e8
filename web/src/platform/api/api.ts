import calls from 'virtual:contract-calls';
import {
  clearTokens,
  readRefreshToken,
  readTokens,
  storeTokens,
  usesNewTimezone,
} from '#platform/storage/local-keys.ts';
import { createClient } from './client.ts';
import type { TokenStore } from './refresh.ts';

export const API_BASE = '/api/v1';

export const tokenStore: TokenStore = {
  read: readTokens,
  readRefresh: readRefreshToken,
  store: storeTokens,
  clear: clearTokens,
};

let signedOut = () => {};

/** The session provider says what happens when the sign-in ends by itself. */
export function onSignedOut(listener: () => void) {
  signedOut = listener;
}

export const api = createClient({
  calls,
  baseUrl: API_BASE,
  tokens: tokenStore,
  usesNewTimezone,
  onSignedOut: () => signedOut(),
});
