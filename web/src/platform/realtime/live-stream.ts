import { createParser } from 'eventsource-parser';
import { parseAnswer } from '#platform/api/server.ts';

export type LiveMessage = { id: string | null; type: string; data: unknown };

export type LiveStreamOptions = {
  url: string;
  /** Start position: the last event already included in the data. Null starts with new events. */
  from?: string | null;
  accessToken: () => string | null;
  /** Gets a new access token after a 401, or when the server closes the stream because the token expired. */
  renew: (failedAccess: string | null) => Promise<'renewed' | 'ended' | 'later'>;
  onMessage: (message: LiveMessage) => void;
  /** How new the state is that the next messages show. */
  onSeen?: (seen: string) => void;
  onStateChange?: (state: LiveState) => void;
  /** Calls back when a retry makes sense: the network is back or the tab is visible again. */
  onWake?: (tryNow: () => void) => () => void;
  fetch?: typeof fetch;
  random?: () => number;
};

export type LiveState = 'connecting' | 'open' | 'waiting' | 'closed';

const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 30_000;
/** The server sends a heartbeat well within this time; longer silence means a dead connection. */
const SILENCE = 60_000;

const AFTER_RENEWAL = { renewed: 'again', ended: 'over', later: 'wait' } as const;

/** Full jitter: a thousand clients of a restarted server reconnect spread over the whole wait. */
export function backOff(failures: number, random: () => number, hint = FIRST_WAIT): number {
  const longest = Math.min(LONGEST_WAIT, hint * 2 ** failures);
  return Math.round(longest / 4 + random() * (longest * 0.75));
}

/**
 * Reads GET /events/ with fetch, because the bearer token belongs in a header, never in a URL. Resumes from the last
 * id. Stays open while the tab is hidden, so badges are right on return.
 */
export function openLiveStream(options: LiveStreamOptions): { close(): void } {
  const { random = Math.random } = options;
  const stop = new AbortController();
  let lastId = options.from ?? null;
  let failures = 0;
  let hint = FIRST_WAIT;
  let shortestWait = 0;
  let wake = () => {};
  const forgetWake = options.onWake?.(() => wake());

  async function read(response: Response, connection: AbortController): Promise<'expired' | 'lost'> {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    if (!reader) return 'lost';
    let end: 'expired' | 'lost' = 'lost';
    const parser = createParser({
      onEvent({ id = null, event: type = 'message', data }) {
        lastId = id ?? lastId;
        if (type === 'expired') end = 'expired';
        else if (type === 'seen') options.onSeen?.(String(parseJson(data)));
        else options.onMessage({ id, type, data: parseJson(data) });
      },
      onRetry(milliseconds) {
        hint = milliseconds;
      },
    });
    let silence: ReturnType<typeof setTimeout> | undefined;
    try {
      for (;;) {
        clearTimeout(silence);
        silence = setTimeout(() => connection.abort(), SILENCE);
        const { done, value } = await reader.read();
        if (done) return end;
        failures = 0;
        parser.feed(value);
      }
    } finally {
      clearTimeout(silence);
    }
  }

  async function connectOnce(): Promise<'again' | 'wait' | 'over'> {
    const connection = new AbortController();
    const end = () => connection.abort();
    stop.signal.addEventListener('abort', end);
    try {
      const access = options.accessToken();
      if (!access) return 'over';
      const headers: Record<string, string> = { Accept: 'text/event-stream', Authorization: `Bearer ${access}` };
      if (lastId !== null) headers['Last-Event-ID'] = lastId;
      const response = await (options.fetch ?? globalThis.fetch)(options.url, {
        headers,
        signal: connection.signal,
        cache: 'no-store',
        // It stays open: nothing should wait for it, or take it for a part of the page that still loads.
        priority: 'low',
      });
      if (response.status === 401) return AFTER_RENEWAL[await options.renew(access)];
      if (!response.ok) {
        // A full or stopping server says how long to wait.
        shortestWait = Number(response.headers.get('Retry-After') ?? 0) * 1000 || 0;
        return 'wait';
      }
      shortestWait = 0;
      options.onStateChange?.('open');
      if ((await read(response, connection)) === 'lost') return 'wait';
      return AFTER_RENEWAL[await options.renew(access)];
    } catch {
      return stop.signal.aborted ? 'over' : 'wait';
    } finally {
      stop.signal.removeEventListener('abort', end);
    }
  }

  async function run() {
    while (!stop.signal.aborted) {
      options.onStateChange?.('connecting');
      const next = await connectOnce();
      if (next === 'over' || stop.signal.aborted) break;
      if (next === 'again' && failures === 0) {
        failures = 1; // A token that is rejected right after a refresh must not cause a loop.
        continue;
      }
      options.onStateChange?.('waiting');
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.max(shortestWait, backOff(failures, random, hint)));
        const now = () => {
          clearTimeout(timer);
          resolve();
        };
        wake = now;
        stop.signal.addEventListener('abort', now, { once: true });
      });
      wake = () => {};
      failures = Math.min(failures + 1, 10);
    }
    options.onStateChange?.('closed');
  }

  void run();
  return {
    close() {
      forgetWake?.();
      stop.abort();
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return parseAnswer(text);
  } catch {
    return null;
  }
}
