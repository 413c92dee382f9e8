import type { Tokens } from '#platform/login/tokens.ts';
import { type ApiError, errorFromAnswer, noAnswer } from './api-error.ts';
import { sendUntilTaken, type Wait } from './retry.ts';

export type TokenStore = {
  /** This tab's own tokens. */
  read(): Tokens | null;
  readRefresh(): string | null;
  store(tokens: Tokens): void;
  clear(): void;
};

/** `renewed`: try again. `ended`: the sign-in is over. An error: nobody can say now, nothing was thrown away. */
export type Outcome = 'renewed' | 'ended' | ApiError;

export type Refresh = (failedAccess: string | null) => Promise<Outcome>;

type Lock = <T>(work: () => Promise<T>) => Promise<T>;

/** Tabs of one browser take turns, so that the second finds the first one's tokens already stored. */
const acrossTabs: Lock = (work) => {
  const locks = globalThis.navigator?.locks;
  return locks ? locks.request('spotter-refresh', work) : work();
};

/**
 * One refresh for everybody who waits. The server gives the same successor to twenty tabs, so even without a lock
 * nobody is signed out; the lock only saves the calls.
 */
export function createRefresher(options: {
  url: string;
  fetch: typeof fetch;
  tokens: TokenStore;
  lock?: Lock;
  wait?: Wait;
}): Refresh {
  const { tokens, lock = acrossTabs } = options;
  let running: Promise<Outcome> | null = null;

  async function refresh(failedAccess: string | null): Promise<Outcome> {
    const current = tokens.read();
    if (current && current.access !== failedAccess) return 'renewed';
    const token = tokens.readRefresh();
    if (!token) return 'ended';
    const ask = () =>
      options.fetch(options.url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ refresh: token }),
      });
    // A token may be sent again: its successor is always the same.
    const response = await sendUntilTaken(ask, options.wait).catch(() => null);
    if (!response) return noAnswer();
    const body = await response.json().catch(() => null);
    // Another tab signed out or somebody else in meanwhile: this answer must neither replace nor end that sign-in.
    if (tokens.readRefresh() !== token) return 'renewed';
    if (response.ok && typeof body?.access === 'string') {
      tokens.store({ access: body.access, refresh: typeof body.refresh === 'string' ? body.refresh : token });
      return 'renewed';
    }
    const error = errorFromAnswer(response, body);
    return error.isTemporary ? error : 'ended';
  }

  return (failedAccess) => {
    running ??= lock(() => refresh(failedAccess)).finally(() => {
      running = null;
    });
    return running;
  };
}
