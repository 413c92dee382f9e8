import type { ServerResponse } from 'node:http';
import type { LiveEvent } from '@spotter/contract/events/live-events.ts';
import { fail } from '#platform/http/errors.ts';
import type { Logger } from '#platform/log.ts';
import { metrics } from '#platform/metrics.ts';
import type { LiveHub } from './live-hub.ts';
import type { PgListener } from './pg-listener.ts';
import type { Presence } from './presence.ts';

/** The channel on which the database reports changed rights or sign-ins. */
export const CALLER_CHANNEL = 'caller';

/** What a reader receives: the events of a scope, limited to the gyms they can access. */
type Hearing = { scope: string; gymIds: readonly string[] };

type StreamRequest = Hearing & {
  /**
   * Takes the connection over from the HTTP framework once the reader's position is known; null if it was already
   * answered.
   */
  begin(): ServerResponse | null;
  userId: string;
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

/** Spreads the readers' reconnects over time. */
const retryHint = () => `retry: ${Math.round(1_000 + Math.random() * 2_000)}\n`;

/** Without the listener connection there is no point in waiting for the database. */
const LONGEST_DEAF_MS = 1_500;

export function createStreams({
  hub,
  listener,
  log,
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
    const stream = createStream(request, { hub, log, heartbeatMs, onOpen: opening.resolve, onRelease: remove });
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
      for (const ofUser of [...streams.values()]) for (const stream of [...ofUser]) stream.end();
    },
  };
}

type Stream = { scope: string; userId: string; recheck(): void; end(): void };

type StreamSettings = {
  hub: LiveHub;
  log: Logger;
  heartbeatMs: number;
  onOpen(): void;
  onRelease(stream: Stream): void;
};

function createStream(request: StreamRequest, { hub, log, heartbeatMs, onOpen, onRelease }: StreamSettings): Stream {
  const { scope, gymIds, userId, after, expiresAt, begin, stillAllowed } = request;
  let raw: ServerResponse | null = null;
  let heartbeat: NodeJS.Timeout | undefined;
  let expiry: NodeJS.Timeout | undefined;
  let told = 0;
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
  const send = (seq: number, { type, data }: LiveEvent) => {
    told = seq;
    write(`id: ${seq}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
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
    // A reader whose rights changed reconnects and resumes from its position.
    if (allowed?.scope !== scope || allowed.gymIds.join() !== gymIds.join()) end();
  };
  const beat = () => {
    if (unreadSince !== null && Date.now() - unreadSince > MOST_UNREAD_MS) return drop();
    // An id without data moves the reader past other readers' events, so it resumes close to the end.
    write(reached > told ? `: \nid: ${reached}\n\n` : ': \n\n');
    told = reached;
    beats += 1;
    if (beats % RECHECK_EVERY_HEARTBEATS === 0) void recheck();
  };

  const stream: Stream = { scope, userId, recheck: () => void recheck(), end };
  const unsubscribe = hub.subscribe({
    scope,
    gymIds,
    userId,
    after,
    onOpen(seq) {
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
      reached = seq;
      write(retryHint());
      send(seq, { type: 'ready', data: { cursor: `${seq}` } });
    },
    onReset: (seq) => send(seq, { type: 'reset', data: { cursor: `${seq}` } }),
    onEvent: (event) => send(event.seq, event),
    onPassing: ({ type, data }) => write(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`),
    onProgress(seq) {
      reached = seq;
    },
  });
  return stream;
}
