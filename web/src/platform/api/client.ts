import type { ClientInput, endpoints, Returns } from '@spotter/contract';
import { addressOf } from '@spotter/contract/api/address.ts';
import { ApiError, accountChanged, errorFromAnswer, noAnswer } from './api-error.ts';
import { takeEarlyAnswer } from './early.ts';
import type { Refresh, TokenStore } from './refresh.ts';
import { sendUntilTaken, type Wait, wait as waitFor } from './retry.ts';

type Endpoints = typeof endpoints;
export type CallName = keyof Endpoints;

export type CallOptions = {
  signal?: AbortSignal;
  /** Give the same key again when a person repeats what may already have happened. */
  idempotencyKey?: string;
};

type Input<N extends CallName> = ClientInput<Endpoints[N]>;
type Arguments<N extends CallName> =
  Record<never, never> extends Input<N>
    ? [input?: Input<N>, options?: CallOptions]
    : [input: Input<N>, options?: CallOptions];

export type Answer<N extends CallName> = Returns<Endpoints[N]>;
export type ApiClient = { [N in CallName]: (...args: Arguments<N>) => Promise<Answer<N>> };

/** What the browser needs of the contract; `web/vite.config.ts` makes it when the app is built. */
export type CallTable = Record<string, readonly [method: string, path: string, rules?: CallRules]>;
type CallRules = { readonly isPublic?: true; readonly sentOnce?: true };

export type ClientOptions = {
  calls: CallTable;
  baseUrl: string;
  tokens: TokenStore;
  refresh: Refresh;
  usesNewTimezone: () => boolean;
  /** Whether the stored sign-in is another account's than the one this tab shows. */
  isOtherAccount: () => boolean;
  onAccountChanged: () => void;
  /** The sign-in is over and its tokens are gone. Called outside of any call's own error. */
  onSignedOut: () => void;
  fetch?: typeof fetch;
  /** How long to wait before asking again with the same Idempotency-Key, in milliseconds. */
  retryDelays?: readonly number[];
  wait?: Wait;
};

type LooseInput = { params?: object; query?: object; body?: unknown };

async function bodyOf(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  if (response.headers.get('Content-Type')?.includes('json')) return response.json().catch(() => undefined);
  return response.blob();
}

/** A body with a file in it goes out as a form. */
function formOf(body: unknown): FormData | null {
  const fields = Object.entries(typeof body === 'object' && body !== null ? body : {});
  if (!fields.some(([, value]) => value instanceof Blob)) return null;
  const form = new FormData();
  for (const [name, value] of fields) form.set(name, value);
  return form;
}

/** Typed calls on the contract. Throws `ApiError`; shows nothing and goes nowhere. */
export function createClient(options: ClientOptions): ApiClient {
  const { calls, baseUrl, tokens, refresh, retryDelays = [300, 1200], wait = waitFor } = options;
  // Looked up at each call, so that a page's own replacement of fetch is respected.
  const send: typeof fetch = (...args) => (options.fetch ?? globalThis.fetch)(...args);

  /** Every call goes out as the account the tab shows, or not at all. */
  function ownAccess(): string | null {
    if (options.isOtherAccount()) {
      options.onAccountChanged();
      throw accountChanged();
    }
    return tokens.read()?.access ?? null;
  }

  async function call(name: CallName, input: LooseInput = {}, { signal, idempotencyKey }: CallOptions = {}) {
    const entry = calls[name];
    if (!entry) throw new TypeError(`The contract has no call named ${name}`);
    const [method, path, { isPublic = false, sentOnce = false } = {}] = entry;
    const address = baseUrl + addressOf(path, input);
    const key = idempotencyKey ?? (sentOnce ? crypto.randomUUID() : undefined);

    const attempt = (access: string | null) => {
      const headers = new Headers({ Accept: 'application/json' });
      if (access) headers.set('Authorization', `Bearer ${access}`);
      if (options.usesNewTimezone()) headers.set('X-Use-New-Timezone', 'true');
      if (key) headers.set('Idempotency-Key', key);
      const form = formOf(input.body);
      if (input.body !== undefined && !form) headers.set('Content-Type', 'application/json');
      const body = form ?? (input.body === undefined ? undefined : JSON.stringify(input.body));
      const early = method === 'GET' && !options.usesNewTimezone() ? takeEarlyAnswer(address, access) : undefined;
      return early ?? send(address, { method, headers, body, signal });
    };

    /** Only a call with a key may be repeated by itself: the server recognises it. */
    const attemptUntilAnswered = async (access: string | null): Promise<Response> => {
      for (let tries = 0; ; tries++) {
        try {
          return await attempt(access);
        } catch (error) {
          if (signal?.aborted) throw error;
          const delay = key ? retryDelays[tries] : undefined;
          if (delay === undefined) throw noAnswer();
          await wait(delay);
        }
      }
    };

    /** A busy server says when to come back. Reads are repeated by their queries (see login/query-client.ts). */
    const attemptUntilTaken = (access: string | null) =>
      key ? sendUntilTaken(() => attemptUntilAnswered(access), wait) : attemptUntilAnswered(access);

    const access = ownAccess();
    let response = await attemptUntilTaken(access);
    // A public call takes an expired token for none, so its 401 is an answer of its own: a wrong password, say.
    if (response.status === 401 && !isPublic) {
      const outcome = await refresh(access);
      if (outcome instanceof ApiError) throw outcome;
      const renewed = ownAccess();
      if (outcome === 'renewed') response = await attemptUntilTaken(renewed);
      if (response.status === 401) {
        if (ownAccess() === renewed) tokens.clear();
        options.onSignedOut();
      }
    }
    const body = await bodyOf(response);
    if (!response.ok) throw errorFromAnswer(response, body);
    return body;
  }

  const entries = Object.keys(calls).map((name) => [
    name,
    (input?: LooseInput, callOptions?: CallOptions) => call(name as CallName, input, callOptions),
  ]);
  // The table and the type come from the same contract; this is where the two meet.
  return Object.fromEntries(entries) as ApiClient;
}
