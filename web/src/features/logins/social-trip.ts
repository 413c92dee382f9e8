import { isRecord, safeSessionStorage } from '#platform/storage/safe-storage.ts';
import { storedJson } from '#platform/storage/stored-value.ts';
import type { Provider } from './social-data.ts';

/** A round trip to a provider. Remembers the request, so that only its own answer is accepted. */
type Trip = { provider: Provider; state: string; nonce: string; purpose: 'sign-in' | 'link' };

export type Return = Trip & {
  /** Null if the provider sent none, or the answer belongs to another request. */
  code: string | null;
  idToken: string | null;
  /** Google's, in a native app. */
  accessToken: string | null;
  error: string | null;
  /** Apple sends the name only once, next to its token. */
  user: ProviderUser | null;
};

/** Apple's on the web, either provider's in a native app. */
type ProviderUser = Record<string, unknown>;

const isTrip = (value: unknown): value is Trip => isRecord(value) && typeof value.state === 'string';
const storedTrip = storedJson(safeSessionStorage, 'social_sign_in', isTrip);

/** Where the provider sends the browser back to. */
export const returnAddress = () => `${window.location.origin}/login`;

const random = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(24)), (b) => b.toString(16).padStart(2, '0')).join('');

type Config = { client_id: string; authorization_url: string };

/** Google gives the server a code. Apple posts its token, which the server passes on after the `#`. */
const asks: Record<Provider, Record<string, string>> = {
  google: { response_type: 'code', scope: 'openid profile email', prompt: 'select_account' },
  apple: { response_type: 'code id_token', response_mode: 'form_post', scope: 'openid name email' },
};

/** The provider's page for this trip. The state ties the answer to this tab, the nonce ties the token to this trip. */
export function startTrip(provider: Provider, config: Config, purpose: Trip['purpose'] = 'sign-in'): string {
  const trip = beginTrip(provider, purpose);
  const url = new URL(config.authorization_url);
  const wanted = {
    client_id: config.client_id,
    redirect_uri: returnAddress(),
    state: trip.state,
    nonce: trip.nonce,
    ...asks[provider],
  };
  for (const [name, value] of Object.entries(wanted)) url.searchParams.set(name, value);
  return url.href;
}

function beginTrip(provider: Provider, purpose: Trip['purpose']): Trip {
  const trip: Trip = { provider, state: random(), nonce: random(), purpose };
  storedTrip.write(trip);
  return trip;
}

/** The same trip through the phone's own sheet, which answers here. Returns the address with the provider's answer. */
export async function tripInApp(provider: Provider, config: Config, purpose: Trip['purpose']): Promise<string> {
  const { state, nonce } = beginTrip(provider, purpose);
  const { askNatively } = await import('#platform/native/sign-in.ts');
  const answer = await askNatively({ provider, clientId: config.client_id, nonce });
  const lack = answer.id_token || answer.error ? {} : { error: 'no_token' };
  return `/login?${new URLSearchParams({ state, ...answer, ...lack })}`;
}

const isAnswer = (query: URLSearchParams) =>
  query.has('state') && ['code', 'id_token', 'error'].some((name) => query.has(name));

function userIn(text: string | null): ProviderUser | null {
  try {
    const user: unknown = text ? JSON.parse(text) : null;
    return isRecord(user) ? user : null;
  } catch {
    return null;
  }
}

/** Reads the answer from an address, if there is one. */
export function readReturn({ search, hash }: { search: string; hash: string }): Return | null {
  const query = [search, hash].map((text) => new URLSearchParams(text.replace(/^[?#]/, ''))).find(isAnswer);
  if (!query) return null;
  const trip = storedTrip.read();
  const known = trip && trip.state === query.get('state');
  return {
    ...(trip ?? { provider: query.has('id_token') ? 'apple' : 'google', state: '', nonce: '', purpose: 'sign-in' }),
    code: known ? query.get('code') : null,
    idToken: known ? query.get('id_token') : null,
    accessToken: known ? query.get('access_token') : null,
    error: known ? query.get('error') : 'state_mismatch',
    user: userIn(query.get('user')),
  };
}

/** Marks the answer as used, so that no other one is accepted. */
export const endTrip = storedTrip.remove;

/** Whether an address holds the answer to a link request. */
export function isLinkReturn({ search, hash }: { search: string; hash: string }): Provider | null {
  const query = [search, hash].map((text) => new URLSearchParams(text.replace(/^[?#]/, ''))).find(isAnswer);
  const trip = storedTrip.read();
  return query && trip?.purpose === 'link' ? trip.provider : null;
}

const storedReturn = storedJson(safeSessionStorage, 'social_link_return', isRecord);

/** Carries the answer from the return address to the profile, where linking happens. */
export const linkReturn = {
  write: ({ search, hash }: { search: string; hash: string }) => storedReturn.write({ search, hash }),
  take(): Return | null {
    const kept = storedReturn.read();
    storedReturn.remove();
    return kept ? readReturn({ search: String(kept.search), hash: String(kept.hash) }) : null;
  },
};
