import type { ServerResponse } from 'node:http';
import type { LiveEvent } from '@spotter/contract/events/live-events.ts';
import { fail } from '#platform/errors.ts';
import type { Logger } from '#platform/log.ts';
import { metrics } from '#platform/metrics.ts';
import type { LiveHub } from './live-hub.ts';
import type { PgListener } from './pg-listener.ts';
import type { Presence } from './presence.ts';

/** The channel on which the database reports changed rights or sign-ins. */
export const CALLER_CHANNEL = 'caller';

/** What a reader receives: the events of a scope, limited to the gyms they can access. */
export type Hearing = { scope: string; gymIds: readonly string[] };

type StreamRequest = Hearing & {
  /**
   * Takes the connection over from the HTTP framework once the reader's position is known; null if it was already
   * answered.
   */
  begin(): ServerResponse | null;
  userId: string;
  loginId: string;
  after: number | null;
  /** When the access token it was opened with expires. */
  expiresAt: number;
  /** Reads the rights again; null if the reader may no longer listen. */
  stillAllowed(): Promise<Hearing | null>;
};

export type Streams = {
  /**
   * Resolves when the stream has started, or throws the error to answer. State fetched after the start misses nothing.
   */
  open(request: StreamRequest): Promise<void>;
  /** Ends every stream and tells its reader when to reconnect; no new stream opens after that. */
  closeAll(): void;
};

type Settings = {
  hub: LiveHub;
  listener: PgListener;
  log: Logger;
  /** Whether notifications arrive; while they don't, the rights of all readers are read every second. */
  isHeard?(): boolean;
  /** What the sign-ins that still stand may hear, by their ids. */
  hearings?(loginIds: string[]): Promise<ReadonlyMap<string, Hearing>>;
  /** How new the state is that events show, where members read from standbys too. */
  shown?(): string;
  /** Hears whose streams open and end. */
  presence?: Pick<Presence, 'entered' | 'left'>;
  mostPerUser?: number;
  heartbeatMs?: number;
  longestOpeningMs?: number;
};

/** A reader with this much unread data is dropped; it resumes from its position. */
const MOST_UNREAD_BYTES = 512 * 1024;
const MOST_UNREAD_MS = 30_000;
/** Rights may also expire, which no notification announces. */
const RECHECK_EVERY_HEARTBEATS = 4;

const RECHECK_UNHEARD_MS = 1_000;

/** Spreads the readers' reconnects over time. */
const retryHint = () => `retry: ${Math.round(1_000 + Math.random() * 2_000)}\n`;

/** Without the listener connection there is no point in waiting for the database. */
const LONGEST_DEAF_MS = 1_500;

export function createStreams({
  hub,
  listener,
  log,
  isHeard = () => true,
  hearings,
  shown,
  presence,
  mostPerUser = 8,
  heartbeatMs = 15_000,
  // In a burst a stream waits for its first database read like any call; a silent database is detected sooner.
  longestOpeningMs = 10_000,
}: Settings): Streams {
  const streams = new Map<string, Set<Stream>>();
  let stopping = false;

  listener.on(CALLER_CHANNEL, (userId) => {
    for (const stream of streams.get(userId) ?? []) stream.recheck();
  });
  listener.onReconnect(() => {
    for (const ofUser of streams.values()) for (const stream of ofUser) stream.recheck();
  });

  const openNow = () => [...streams.values()].flatMap((ofUser) => [...ofUser]);
  const endAll = (why: string, details = {}) => {
    log.warn(details, `${why}; they end and their readers ask again`);
    for (const stream of openNow()) stream.end();
  };
  let isRechecking = false;
  const unheard = setInterval(async () => {
    if (isHeard() || !hearings || streams.size === 0) return;
    // Rights that can't be read may have been taken away.
    if (isRechecking) return endAll('the rights of live streams were not read within a second');
    isRechecking = true;
    const open = openNow();
    try {
      const now = await hearings(open.map(({ loginId }) => loginId));
      for (const stream of open) stream.keepIf(now.get(stream.loginId) ?? null);
    } catch (err) {
      endAll('the rights of live streams could not be read', { err });
    } finally {
      isRechecking = false;
    }
  }, RECHECK_UNHEARD_MS).unref();

  function add(stream: Stream) {
    const ofUser = streams.get(stream.userId) ?? new Set();
    streams.set(stream.userId, ofUser.add(stream));
    metrics.liveStreams.inc();
    presence?.entered(stream.scope, stream.userId);
  }

  function remove(stream: Stream) {
    const ofUser = streams.get(stream.userId);
    if (!ofUser?.delete(stream)) return;
    if (ofUser.size === 0) streams.delete(stream.userId);
    metrics.liveStreams.dec();
    presence?.left(stream.scope, stream.userId);
  }

  async function open(request: StreamRequest) {
    if (stopping) throw fail('unavailable', { retryAfterSeconds: 2 });
    if ((streams.get(request.userId)?.size ?? 0) >= mostPerUser)
      throw fail('too_many_requests', { retryAfterSeconds: 30 });

    const opening = Promise.withResolvers<void>();
    const settings = { hub, log, shown, heartbeatMs, onOpen: opening.resolve, onRelease: remove };
    const stream = createStream(request, settings);
    // Counted before it is open, so that many parallel opens can't exceed the limit.
    add(stream);
    const giveUp = () => {
      stream.end();
      opening.reject(fail('unavailable', { retryAfterSeconds: 2 }));
    };
    const timers = [
      setTimeout(() => listener.connected || giveUp(), LONGEST_DEAF_MS),
      setTimeout(giveUp, longestOpeningMs),
    ];
    await opening.promise.finally(() => timers.forEach(clearTimeout));
    if (stopping) stream.end();
  }

  return {
    open,
    closeAll() {
      stopping = true;
      clearInterval(unheard);
      for (const stream of openNow()) stream.end();
    },
  };
}

type Stream = {
  scope: string;
  userId: string;
  loginId: string;
  recheck(): void;
  /** Ends unless the reader may hear the same as before. */
  keepIf(allowed: Hearing | null): void;
  end(): void;
};

type StreamSettings = {
  hub: LiveHub;
  log: Logger;
  shown: (() => string) | undefined;
  heartbeatMs: number;
  onOpen(): void;
  onRelease(stream: Stream): void;
};

function createStream(request: StreamRequest, settings: StreamSettings): Stream {
  const { hub, log, shown, heartbeatMs, onOpen, onRelease } = settings;
  const { scope, gymIds, userId, loginId, after, expiresAt, begin, stillAllowed } = request;
  let raw: ServerResponse | null = null;
  let heartbeat: NodeJS.Timeout | undefined;
  let expiry: NodeJS.Timeout | undefined;
  let told = 0;
  let toldShown = '';
  let reached = 0;
  let ended = false;
  let beats = 0;
  let unreadSince: number | null = null;

  const write = (text: string) => {
    if (ended || !raw) return;
    if (raw.write(text)) unreadSince = null;
    else unreadSince ??= Date.now();
    if (raw.writableLength > MOST_UNREAD_BYTES) drop();
  };
  /** Goes before an event, so that what the reader fetches because of it is as new as the event. */
  const shownBefore = () => {
    const position = shown?.() ?? '';
    if (position === toldShown) return '';
    toldShown = position;
    return `event: seen\ndata: "${position}"\n\n`;
  };
  const send = (cursor: number, { type, data }: LiveEvent) => {
    told = cursor;
    write(`${shownBefore()}id: ${cursor}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  const release = () => {
    if (ended) return;
    ended = true;
    clearInterval(heartbeat);
    clearTimeout(expiry);
    unsubscribe();
    onRelease(stream);
  };
  const drop = () => {
    release();
    raw?.destroy();
  };
  const end = () => {
    if (ended) return;
    write(`${retryHint()}\n`);
    release();
    raw?.end();
    // A reader that doesn't accept the last bytes must not delay a stop.
    setTimeout(() => raw?.destroy(), 1_000).unref();
  };
  /** Ends with its token: a reader with a new one resumes from its position. */
  const expire = () => {
    write('event: expired\ndata: {}\n\n');
    end();
  };
  const recheck = async () => {
    // Other listeners, above all the caller cache, handle the change first.
    await new Promise(setImmediate);
    const allowed = await stillAllowed().catch((err) => {
      log.warn({ err }, 'rights could not be read; the live stream ends and its reader asks again');
      return null;
    });
    keepIf(allowed);
  };
  // A reader whose rights changed reconnects and resumes from its position.
  const keepIf = (allowed: Hearing | null) => {
    if (allowed?.scope !== scope || allowed.gymIds.join() !== gymIds.join()) end();
  };
  const beat = () => {
    if (unreadSince !== null && Date.now() - unreadSince > MOST_UNREAD_MS) return drop();
    // An id without data moves the reader past other readers' events, so it resumes close to the end.
    write(reached !== told ? `: \nid: ${reached}\n\n` : ': \n\n');
    told = reached;
    beats += 1;
    if (beats % RECHECK_EVERY_HEARTBEATS === 0) void recheck();
  };

  const stream: Stream = { scope, userId, loginId, recheck: () => void recheck(), keepIf, end };
  const unsubscribe = hub.subscribe({
    scope,
    gymIds,
    userId,
    after,
    onOpen(cursor) {
      raw = begin();
      onOpen();
      if (!raw || raw.destroyed) return release();
      raw.on('drain', () => {
        unreadSince = null;
      });
      raw.on('close', release);
      raw.on('error', release);
      raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        // Keeps buffering proxies from holding events back.
        'x-accel-buffering': 'no',
      });
      heartbeat = setInterval(beat, heartbeatMs).unref();
      expiry = setTimeout(expire, expiresAt - Date.now()).unref();
      reached = cursor;
      write(retryHint());
      send(cursor, { type: 'ready', data: { cursor: `${cursor}` } });
    },
    onReset(cursor) {
      reached = cursor;
      send(cursor, { type: 'reset', data: { cursor: `${cursor}` } });
    },
    onEvent: (event) => send(event.seq, event),
    onPassing: ({ type, data }) => write(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`),
    onProgress(cursor) {
      reached = cursor;
    },
  });
  return stream;
}
