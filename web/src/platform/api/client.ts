import type { ClientInput, endpoints, Returns } from '@spotter/contract';
import { addressOf } from '@spotter/contract/api/address.ts';
import { SEEN_HEADER } from '@spotter/contract/api/seen.ts';
import { hearServerTime } from '../server-clock.ts';
import { ApiError, accountChanged, errorFromAnswer, noAnswer, ownAnswer } from './api-error.ts';
import { takeEarlyAnswer } from './early.ts';
import type { Ending, Refresh, TokenStore } from './refresh.ts';
import { sendUntilTaken, type Wait, wait as waitFor } from './retry.ts';
import type { Seen } from './seen.ts';
import { parseAnswer, writeBody } from './server.ts';

type Endpoints = typeof endpoints;
export type CallName = keyof Endpoints;

export type CallOptions = {
  signal?: AbortSignal;
  /** Pass the same key when the user repeats an action that may already have succeeded. */
  idempotencyKey?: string;
  /** Sent to the end even if the page is closed. */
  keepalive?: boolean;
  /** For a call about another sign-in than this tab's, which doesn't go along. */
  withoutSignIn?: boolean;
  /** Hears how much of an upload has gone out, from 0 to 1. */
  onProgress?: ((part: number) => void) | undefined;
};

type Input<N extends CallName> = ClientInput<Endpoints[N]>;
type Arguments<N extends CallName> =
  Record<never, never> extends Input<N>
    ? [input?: Input<N>, options?: CallOptions]
    : [input: Input<N>, options?: CallOptions];

export type Answer<N extends CallName> = Returns<Endpoints[N]>;
export type ApiClient = { [N in CallName]: (...args: Arguments<N>) => Promise<Answer<N>> };

/** The part of the contract that the browser needs, generated at build time by `web/vite.config.ts`. */
export type CallTable = Record<string, readonly [method: string, path: string, rules?: CallRules]>;
type CallRules = { readonly isPublic?: true; readonly sentOnce?: true };

export type ClientOptions = {
  calls: CallTable;
  baseUrl: string;
  tokens: TokenStore;
  refresh: Refresh;
  usesNewTimezone: () => boolean;
  seen?: Seen;
  /** True when the stored sign-in belongs to another account than the one this tab shows. */
  isOtherAccount: () => boolean;
  onAccountChanged: () => void;
  /** Whose tokens are stored, if that is known. */
  account: () => string | null;
  /** The sign-in has ended and its tokens are gone. Called outside of any call's own error. */
  onSignedOut: (ending: Ending) => void;
  fetch?: typeof fetch;
  /** Delays in milliseconds before repeating a call with the same Idempotency-Key. */
  retryDelays?: readonly number[];
  wait?: Wait;
};

type LooseInput = { params?: object; query?: object; body?: unknown };

async function bodyOf(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  if (response.headers.get('Content-Type')?.includes('json'))
    return response
      .text()
      .then((text) => parseAnswer(text))
      .catch(() => undefined);
  return response.blob();
}

/** A body with a file is sent as a form. */
function formOf(body: unknown): FormData | null {
  const fields = Object.entries(typeof body === 'object' && body !== null ? body : {});
  if (!fields.some(([, value]) => value instanceof Blob)) return null;
  const form = new FormData();
  for (const [name, value] of fields) if (value !== undefined) form.set(name, value);
  return form;
}

/** Typed calls on the contract. Throws `ApiError`; never shows a message or navigates. */
export function createClient(options: ClientOptions): ApiClient {
  const { calls, baseUrl, tokens, refresh, retryDelays = [300, 1200], wait = waitFor } = options;
  // Looked up for each call, so that a replaced fetch is used.
  const send: typeof fetch = (...args) => (options.fetch ?? globalThis.fetch)(...args);

  /** Every call goes out for the account this tab shows, or not at all. */
  function ownAccess(): string | null {
    if (options.isOtherAccount()) {
      options.onAccountChanged();
      throw accountChanged();
    }
    return tokens.read()?.access ?? null;
  }

  async function call(name: CallName, input: LooseInput = {}, callOptions: CallOptions = {}) {
    const { signal, idempotencyKey, keepalive, withoutSignIn, onProgress } = callOptions;
    const entry = calls[name];
    if (!entry) throw new TypeError(`The contract has no call named ${name}`);
    const [method, path, { isPublic = false, sentOnce = false } = {}] = entry;
    const address = baseUrl + addressOf(path, input);
    const key = idempotencyKey ?? (sentOnce ? crypto.randomUUID() : undefined);

    const begunBy = withoutSignIn ? null : options.account();
    /** Another member may sign in here while a call waits for its next try, which must not go out as theirs. */
    const stayWithAccount = () => {
      const now = options.account();
      if (begunBy !== null && now !== null && now !== begunBy) throw accountChanged();
    };

    const attempt = (access: string | null) => {
      const headers = new Headers({ Accept: 'application/json' });
      if (access) headers.set('Authorization', `Bearer ${access}`);
      if (options.usesNewTimezone()) headers.set('X-Use-New-Timezone', 'true');
      if (key) headers.set('Idempotency-Key', key);
      const seen = options.seen?.read();
      if (seen) headers.set(SEEN_HEADER, seen);
      const upload = input.body instanceof Blob ? input.body : formOf(input.body);
      // The only file that is sent without a form is a zip file, which systems give different types.
      if (upload instanceof Blob) headers.set('Content-Type', 'application/zip');
      else if (input.body !== undefined && !upload) headers.set('Content-Type', 'application/json');
      if (upload && onProgress)
        return import('./upload.ts').then(({ sendWithProgress }) =>
          sendWithProgress({ method, address, headers, upload, signal }, onProgress),
        );
      const body = upload ?? (input.body === undefined ? undefined : writeBody(input.body));
      const early = method === 'GET' && !options.usesNewTimezone() ? takeEarlyAnswer(address, access) : undefined;
      return early ?? send(address, { method, headers, body, signal, keepalive });
    };

    /** Only a call with a key may be repeated automatically: the server recognizes it. */
    const attemptUntilAnswered = async (access: string | null): Promise<Response> => {
      for (let tries = 0; ; tries++) {
        stayWithAccount();
        try {
          const askedAt = Date.now();
          const answer = ownAnswer(await attempt(access));
          hearServerTime(answer, askedAt);
          return answer;
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

    const access = withoutSignIn ? null : ownAccess();
    let response = await attemptUntilTaken(access);
    // A public call ignores an expired token, so its 401 means something else: a wrong password, for example.
    if (response.status === 401 && !isPublic) {
      const outcome = await refresh(access);
      if (outcome instanceof ApiError) throw outcome;
      stayWithAccount();
      const renewed = ownAccess();
      if (outcome === 'renewed') response = await attemptUntilTaken(renewed);
      if (response.status === 401) {
        if (ownAccess() === renewed) tokens.clear();
        options.onSignedOut(outcome === 'renewed' ? 'ended' : outcome);
      }
    }
    options.seen?.keep(response.headers.get(SEEN_HEADER));
    const body = await bodyOf(response);
    if (!response.ok) throw errorFromAnswer(response, body);
    return body;
  }

  const entries = Object.keys(calls).map((name) => [
    name,
    (input?: LooseInput, callOptions?: CallOptions) => call(name as CallName, input, callOptions),
  ]);
  // Table and type come from the same contract, which TypeScript cannot see here.
  return Object.fromEntries(entries) as ApiClient;
}
