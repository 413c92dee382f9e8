import { randomUUID } from 'node:crypto';
import { createPool } from '#platform/db/pool.ts';
import { positionOf, shownSql } from '#platform/db/position.ts';
import type { Floor } from '#platform/db/replicas/replicas.ts';
import type { PgListener } from '#platform/events/pg-listener.ts';
import type { Logger } from '#platform/log.ts';

/*
 * Four times a second a process sends itself a notice on the way its requests take, and listens for it on the way that
 * notices take. PostgreSQL delivers notices in the order of their commits, so an echo proves that everything sent before
 * it was heard. The same statement says whether the database answers and takes writes.
 */

export type Pulse = {
  /** Everything sent until a moment ago was heard. While it wasn't, no cached database state may be trusted. */
  isHeard(): boolean;
  /** The database has answered lately, and takes writes. */
  isWritable(): boolean;
  /** How far the primary was at the beat before the last, at most two seconds ago; null if that isn't known. */
  floor(): Floor | null;
  close(): Promise<void>;
};

type Settings = {
  databaseUrl: string;
  listener: PgListener;
  log: Logger;
  everyMs?: number;
  /** A right that was taken away is gone after this time, whatever happens to its notice. */
  echoPatienceMs?: number | undefined;
  answerPatienceMs?: number;
};

/** After so long without an echo, the listening connection is opened anew: it may lead to another server than the requests. */
const DEAF_MS = 5_000;
const RENEW_EVERY_MS = 60_000;

// The notice need not survive a crash, so nobody waits for a disk or a standby.
const beatText = `select ${shownSql} as shown, now() as at, set_config('synchronous_commit', 'off', true), pg_notify($1, $2),
  current_setting('transaction_read_only')::boolean as is_read_only`;
const READ_ONLY = '25006';
type Beat = { is_read_only: boolean; shown: string | null; at: Date };
type Beaten = { floor: Floor; answeredAt: number };
/** An older floor says nothing any more: another server may be the primary. */
const OLDEST_FLOOR_MS = 2_000;

export async function createPulse({
  databaseUrl,
  listener,
  log,
  everyMs = 250,
  echoPatienceMs = 900,
  answerPatienceMs = 3_000,
}: Settings): Promise<Pulse> {
  const channel = `echo_${randomUUID().replaceAll('-', '')}`;
  // Its own connection: behind a burst of requests it would look as if notices were late.
  const pool = createPool(
    {
      connectionString: databaseUrl,
      max: 1,
      connectionTimeoutMillis: answerPatienceMs,
      query_timeout: answerPatienceMs,
      application_name: 'spotter pulse',
    },
    (err) => log.debug({ err }, 'the connection of the pulse was lost'),
  );
  const sentAt = new Map<number, number>();
  const started = performance.now();
  let sent = 0;
  let heard = 0;
  let provedUntil = Number.NEGATIVE_INFINITY;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let isReadOnly = false;
  let renewedAt = Number.NEGATIVE_INFINITY;
  let lastBeat: Beaten | null = null;
  let beatBefore: Beaten | null = null;
  let next: NodeJS.Timeout | undefined;
  let closed = false;
  const first = Promise.withResolvers<void>();

  const isHeard = () => listener.connected && performance.now() - provedUntil < echoPatienceMs;

  const stopListening = listener.on(channel, (payload) => {
    const number = Number(payload);
    // An echo that is missing means that other notices may be missing too.
    if (heard > 0 && number !== heard + 1) {
      provedUntil = Number.NEGATIVE_INFINITY;
      listener.reportMissed();
    } else provedUntil = sentAt.get(number) ?? provedUntil;
    heard = number;
    for (const known of sentAt.keys()) if (known <= number) sentAt.delete(known);
    first.resolve();
  });
  const stopReconnecting = listener.onReconnect(() => {
    provedUntil = Number.NEGATIVE_INFINITY;
    heard = 0;
  });

  async function beat(): Promise<void> {
    sent += 1;
    sentAt.set(sent, performance.now());
    try {
      const { rows } = await pool.query<Beat>(beatText, [channel, String(sent)]);
      answeredAt = performance.now();
      const { is_read_only, shown, at } = rows[0]!;
      isReadOnly = is_read_only;
      beatBefore = lastBeat;
      lastBeat = shown === null ? null : { floor: { position: positionOf(shown), at }, answeredAt };
      renewDeafListener();
    } catch (err) {
      sentAt.delete(sent);
      lastBeat = null;
      beatBefore = null;
      if ((err as { code?: string }).code === READ_ONLY) isReadOnly = true;
      log.debug({ err }, 'a beat of the pulse was missed');
    }
  }

  function renewDeafListener(): void {
    const now = performance.now();
    const isDeaf = now - Math.max(provedUntil, started) > DEAF_MS;
    if (!isDeaf || !listener.connected || now - renewedAt < RENEW_EVERY_MS) return;
    renewedAt = now;
    log.warn(
      'notices of the database are not heard, so rights are read at every call; if the database is reached through a connection pooler, set DATABASE_DIRECT_URL (docs/cluster.md)',
    );
    listener.renew();
  }

  async function beatOn(): Promise<void> {
    await beat();
    if (!closed) next = setTimeout(beatOn, everyMs).unref();
  }

  await listener.listening();
  void beatOn();
  await Promise.race([first.promise, new Promise((resolve) => setTimeout(resolve, 1_000).unref())]);
  return {
    isHeard,
    isWritable: () => !isReadOnly && performance.now() - answeredAt < answerPatienceMs,
    floor: () => (beatBefore && performance.now() - beatBefore.answeredAt < OLDEST_FLOOR_MS ? beatBefore.floor : null),
    async close() {
      closed = true;
      clearTimeout(next);
      stopListening();
      stopReconnecting();
      await pool.end();
    },
  };
}
