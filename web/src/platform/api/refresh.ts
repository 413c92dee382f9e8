import { type ApiError, errorFromAnswer, noAnswer, ownAnswer } from './api-error.ts';
import { sendUntilTaken, type Wait } from './retry.ts';
import type { Tokens } from './tokens.ts';

export type TokenStore = {
  /** This tab's own tokens. */
  read(): Tokens | null;
  readRefresh(): string | null;
  store(tokens: Tokens): void;
  clear(): void;
};

/** Why a sign-in is over: it ended, or the member's organization is switched off or deleted. */
export type Ending = 'ended' | 'switched-off' | 'deleted';
const endings: Record<string, Ending> = { organization_inactive: 'switched-off', organization_gone: 'deleted' };

/** `renewed`: try again. A thrown error: unknown for now, nothing was deleted. */
export type Outcome = 'renewed' | Ending | ApiError;

export type Refresh = (failedAccess: string | null) => Promise<Outcome>;

type Lock = <T>(work: () => Promise<T>) => Promise<T>;

/** Tabs take turns, so the second one finds the tokens that the first one stored. */
const acrossTabs: Lock = (work) => {
  const locks = globalThis.navigator?.locks;
  return locks ? locks.request('spotter-refresh', work) : work();
};

/**
 * One refresh for all waiting calls. The lock only saves calls: the server gives every tab the same successor, so no
 * tab would be signed out without it.
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
    const ask = async () =>
      ownAnswer(
        await options.fetch(options.url, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ refresh: token }),
        }),
      );
    // Safe to repeat: a token always has the same successor.
    const response = await sendUntilTaken(ask, options.wait).catch(() => null);
    if (!response) return noAnswer();
    const body = await response.json().catch(() => null);
    // Another tab signed out or switched accounts meanwhile. This answer must neither replace nor end that sign-in.
    if (tokens.readRefresh() !== token) return 'renewed';
    if (response.ok && typeof body?.access === 'string') {
      tokens.store({ access: body.access, refresh: typeof body.refresh === 'string' ? body.refresh : token });
      return 'renewed';
    }
    const error = errorFromAnswer(response, body);
    if (error.isTemporary) return error;
    return endings[error.code] ?? 'ended';
  }

  return (failedAccess) => {
    running ??= lock(() => refresh(failedAccess)).finally(() => {
      running = null;
    });
    return running;
  };
}
