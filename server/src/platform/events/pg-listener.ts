import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createClient } from '#platform/db/pool.ts';
import type { Logger } from '#platform/log.ts';

type Handler = (payload: string) => void;

/** A process's single connection for notifications from other processes. */
export type PgListener = {
  on(channel: string, handler: Handler): () => void;
  /** Called when a lost connection is restored: notifications sent meanwhile were missed. */
  onReconnect(handler: () => void): () => void;
  /** Notifications were missed although the connection stands; those who hear of a reconnect hear of it too. */
  reportMissed(): void;
  /** Opens the connection anew. */
  renew(): void;
  /** Resolves when PostgreSQL has been told of every channel. */
  listening(): Promise<unknown>;
  /** Whether it is connected. Whether notifications arrive is another question (see nodes/pulse.ts). */
  readonly connected: boolean;
  close(): Promise<void>;
};

const LONGEST_PAUSE_MS = 5_000;
/** How often the connection is probed, to detect one that was cut silently. */
const PROBE_MS = 10_000;

export async function createPgListener(connectionString: string, log: Logger): Promise<PgListener> {
  const handlers = new Map<string, Set<Handler>>();
  const reconnectHandlers = new Set<() => void>();
  const closing = new AbortController();
  let client: pg.Client | null = null;
  let lose: (err?: Error) => void = () => {};
  let reconnecting: Promise<void> | null = null;
  // A connection runs one statement at a time; `unheard` counts the channels not listened to yet.
  let asking: Promise<unknown> = Promise.resolve();
  let unheard = 0;

  async function open(): Promise<void> {
    const opened = createClient({
      connectionString,
      connectionTimeoutMillis: 3_000,
      query_timeout: 3_000,
      keepAlive: true,
      application_name: 'spotter listens',
    });
    let lost = false;
    const onLost = (err?: Error) => {
      if (lost) return;
      lost = true;
      if (client !== opened) return;
      client = null;
      // It is lost already.
      opened.end().catch(() => {});
      if (closing.signal.aborted) return;
      log.warn({ err }, 'the connection that hears the database is lost');
      reconnecting = reconnect();
    };
    opened.on('error', onLost);
    opened.on('end', () => onLost());
    opened.on('notification', ({ channel, payload = '' }) => {
      for (const handler of handlers.get(channel) ?? []) guarded(() => handler(payload));
    });
    try {
      await opened.connect();
      for (const channel of handlers.keys()) await opened.query(`listen ${pg.escapeIdentifier(channel)}`);
      if (lost) throw new Error('The connection ended while it was being set up.');
    } catch (error) {
      // Why it couldn't be opened is what the caller hears.
      opened.end().catch(() => {});
      throw error;
    }
    client = opened;
    lose = onLost;
    const probe = setInterval(() => {
      if (client !== opened) return clearInterval(probe);
      asking = asking.then(() => opened.query('select 1')).catch(onLost);
    }, PROBE_MS);
    probe.unref();
  }

  async function reconnect(): Promise<void> {
    for (let pause = 100; !closing.signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      // Spread, so that not all processes reconnect at once. Closing ends the pause.
      await sleep(pause * (0.5 + Math.random() / 2), undefined, { signal: closing.signal }).catch(() => {});
      if (closing.signal.aborted) return;
      try {
        await open();
        log.info('the connection that hears the database stands again');
        reportMissed();
        return;
      } catch (err) {
        log.debug({ err }, 'the database cannot be heard yet');
      }
    }
  }

  function reportMissed() {
    for (const handler of reconnectHandlers) guarded(handler);
  }

  function guarded(call: () => void) {
    try {
      call();
    } catch (err) {
      log.error({ err }, 'a listener to the database failed');
    }
  }

  await open();
  return {
    get connected() {
      return client !== null && unheard === 0;
    },
    on(channel, handler) {
      const known = handlers.get(channel);
      if (known) known.add(handler);
      else {
        handlers.set(channel, new Set([handler]));
        unheard += 1;
        // On any error the connection is dropped: the next one listens to every channel again.
        asking = asking
          .then(() => client?.query(`listen ${pg.escapeIdentifier(channel)}`))
          .catch((err) => lose(err))
          .finally(() => {
            unheard -= 1;
          });
      }
      return () => void handlers.get(channel)?.delete(handler);
    },
    onReconnect(handler) {
      reconnectHandlers.add(handler);
      return () => void reconnectHandlers.delete(handler);
    },
    reportMissed,
    renew: () => lose(),
    listening: () => asking,
    async close() {
      closing.abort();
      const open = client;
      client = null;
      // A connection that was cut silently would never end.
      await Promise.race([open?.end().catch(() => {}), sleep(1_000, undefined, { ref: false })]);
      await reconnecting;
    },
  };
}
