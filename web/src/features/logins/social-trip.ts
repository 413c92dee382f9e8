import { isRecord, safeSessionStorage } from '#platform/storage/safe-storage.ts';
import { storedJson } from '#platform/storage/stored-value.ts';
import type { Provider } from './social-data.ts';

/** A trip to a provider and back: what was asked for, so that only its own answer is believed. */
type Trip = { provider: Provider; state: string; nonce: string; purpose: 'sign-in' | 'link' };

export type Return = Trip & {
  /** Null where the provider sent none, or the answer is not to this trip. */
  code: string | null;
  idToken: string | null;
  error: string | null;
  /** Apple tells the name once, beside its token. */
  user: AppleUser | null;
};

type AppleUser = { name?: { firstName?: string; lastName?: string }; email?: string };

const isTrip = (value: unknown): value is Trip => isRecord(value) && typeof value.state === 'string';
const storedTrip = storedJson(safeSessionStorage, 'social_sign_in', isTrip);

/** Where the provider sends the browser back to. */
export const returnAddress = () => `${window.location.origin}/login`;

const random = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(24)), (b) => b.toString(16).padStart(2, '0')).join('');

type Config = { client_id: string; authorization_url: string };

/** Google hands a code to the server. Apple posts its token, which the server passes on behind the `#`. */
const asks: Record<Provider, Record<string, string>> = {
  google: { response_type: 'code', scope: 'openid profile email', prompt: 'select_account' },
  apple: { response_type: 'code id_token', response_mode: 'form_post', scope: 'openid name email' },
};

/** The provider's own page for this trip. The state binds the answer to this tab, the nonce the token to this trip. */
export function startTrip(provider: Provider, config: Config, purpose: Trip['purpose'] = 'sign-in'): string {
  const trip: Trip = { provider, state: random(), nonce: random(), purpose };
  const url = new URL(config.authorization_url);
  const wanted = {
    client_id: config.client_id,
    redirect_uri: returnAddress(),
    state: trip.state,
    nonce: trip.nonce,
    ...asks[provider],
  };
  for (const [name, value] of Object.entries(wanted)) url.searchParams.set(name, value);
  storedTrip.write(trip);
  return url.href;
}

const isAnswer = (query: URLSearchParams) =>
  query.has('state') && ['code', 'id_token', 'error'].some((name) => query.has(name));

function appleUser(text: string | null): AppleUser | null {
  try {
    const user: unknown = text ? JSON.parse(text) : null;
    return isRecord(user) ? user : null;
  } catch {
    return null;
  }
}

/** Reads the answer in an address, if there is one. */
export function readReturn({ search, hash }: { search: string; hash: string }): Return | null {
  const query = [search, hash].map((text) => new URLSearchParams(text.replace(/^[?#]/, ''))).find(isAnswer);
  if (!query) return null;
  const trip = storedTrip.read();
  const known = trip && trip.state === query.get('state');
  return {
    ...(trip ?? { provider: query.has('id_token') ? 'apple' : 'google', state: '', nonce: '', purpose: 'sign-in' }),
    code: known ? query.get('code') : null,
    idToken: known ? query.get('id_token') : null,
    error: known ? query.get('error') : 'state_mismatch',
    user: appleUser(query.get('user')),
  };
}

/** Its answer is being used: from now on nothing else is an answer to it. */
export const endTrip = storedTrip.remove;

/** Whether an address holds the answer to a wish to link. */
export function isLinkReturn({ search, hash }: { search: string; hash: string }): Provider | null {
  const query = [search, hash].map((text) => new URLSearchParams(text.replace(/^[?#]/, ''))).find(isAnswer);
  const trip = storedTrip.read();
  return query && trip?.purpose === 'link' ? trip.provider : null;
}

const storedReturn = storedJson(safeSessionStorage, 'social_link_return', isRecord);

/** The answer is carried from the return address to the profile, where linking happens. */
export const linkReturn = {
  write: ({ search, hash }: { search: string; hash: string }) => storedReturn.write({ search, hash }),
  take(): Return | null {
    const kept = storedReturn.read();
    storedReturn.remove();
    return kept ? readReturn({ search: String(kept.search), hash: String(kept.hash) }) : null;
  },
};
