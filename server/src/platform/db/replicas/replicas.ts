import { addressesOf } from '#platform/database-addresses.ts';
import type { Logger } from '#platform/log.ts';
import { metrics } from '#platform/metrics.ts';
import { type Connection, connect } from '../connect.ts';
import { askShown, FIRST, later, lsnOf, type Position } from '../position.ts';
import { type Before, prepareOnce } from '../prepared-query.ts';
import { type Read, readsInside } from '../reads.ts';
import type { Tenant } from '../tenants.ts';

/*
 * Reads that may come from a standby (decision 38). A standby is asked how far it is in the same packet as the read, before
 * it. If it lacks something that the member has seen, or is late, silent or away, the primary is read instead.
 */

/** What every standby in use has: the primary's position half a second ago, and its clock then. */
export type Floor = { position: Position; at: Date };

/** The reads of one request. */
export type StandbyReads = {
  read: Read;
  /** How new the state is that they have shown. */
  shown(): Position;
};

export type Replicas = {
  /** `seen` is what the member has seen so far; `primary` reads for what no standby can answer. */
  reads(tenant: Tenant | null, seen: Position, primary: Read): StandbyReads;
  /** How new the state is that any read of the primary has shown. */
  latest(): Position;
  close(): Promise<void>;
};

type Standby = { connection: Connection; host: string; asideUntil: number };

/** A standby that failed or is late is asked again after this time, by one read. */
const ASIDE_MS = 3_000;
/** A busy primary may be slow as well; but no member waits longer for a standby than this before the primary is asked. */
const LONGEST_ANSWER_MS = 3_000;
const LONGEST_OPENING_MS = 1_000;

/**
 * Beats of the pulse are commits, so on a standby that follows the primary the last replayed commit is never old. After a failover
 * that lost writes, one that still follows the old primary is told by this: its position says nothing.
 */
const checkFreshness = prepareOnce(
  'freshness',
  `select coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false), coalesce(pg_is_in_recovery()
    and pg_last_wal_replay_lsn() >= $2::pg_lsn
    and pg_last_xact_replay_timestamp() > $3::timestamptz - interval '2 seconds', false)`,
);

const [served, behind, away, failed] = ['served', 'behind', 'away', 'failed'].map((outcome) =>
  metrics.replicaReads.labels(outcome),
) as [Outcome, Outcome, Outcome, Outcome];
type Outcome = { inc(): void };

type Settings = { url: string; max: number; log: Logger; floor(): Floor | null; latest(): Position };

export function createReplicas({ url, max, log, floor, latest }: Settings): Replicas {
  const standbys: Standby[] = addressesOf(url).map((address) => ({
    connection: connect(address, {
      max,
      onError: (err) => log.debug({ err }, 'a connection to a standby was lost'),
      openingMs: LONGEST_OPENING_MS,
      longestWaitMs: LONGEST_OPENING_MS,
      longestAnswerMs: LONGEST_ANSWER_MS,
    }),
    host: new URL(address).host,
    asideUntil: 0,
  }));
  let turn = 0;

  /** The next standby in turn that isn't put aside. One whose time is over is tried by a single read. */
  function pick(): Standby | undefined {
    const now = performance.now();
    for (let tried = 0; tried < standbys.length; tried += 1) {
      turn = (turn + 1) % standbys.length;
      const standby = standbys[turn]!;
      if (standby.asideUntil === 0) return standby;
      if (standby.asideUntil > now) continue;
      standby.asideUntil = now + ASIDE_MS;
      return standby;
    }
    return undefined;
  }

  function putAside(standby: Standby, why: string, err?: unknown): void {
    if (standby.asideUntil === 0) log.warn({ err, standby: standby.host, why }, 'a standby is not read for a while');
    standby.asideUntil = performance.now() + ASIDE_MS;
  }

  function takeBack(standby: Standby): void {
    if (standby.asideUntil !== 0) log.info({ standby: standby.host }, 'a standby is read again');
    standby.asideUntil = 0;
  }

  /** Reads from a standby that has everything before a position; null if none can answer. */
  async function readStandby<R>(seen: Position, ask: (standby: Standby, freshness: Before) => Promise<R>) {
    const least = floor();
    const standby = least && pick();
    if (!standby) {
      away.inc();
      return null;
    }
    let hasSeen = false;
    let isFit = false;
    const freshness: Before = {
      send: (connection) => checkFreshness(connection, [lsnOf(seen), lsnOf(least.position), least.at.toISOString()]),
      heard([first, second]) {
        hasSeen = first === 't';
        isFit = second === 't';
      },
    };
    try {
      const answer = await ask(standby, freshness);
      if (isFit) takeBack(standby);
      else putAside(standby, 'late');
      if (isFit && hasSeen) {
        served.inc();
        return answer;
      }
      behind.inc();
    } catch (err) {
      // A fit standby may still cancel a statement, for example because it replays the removal of rows that the statement reads.
      if (!isFit) putAside(standby, 'no answer', err);
      failed.inc();
    }
    return null;
  }

  return {
    reads(tenant, seen, primary) {
      let shown = seen;
      let isFromPrimary = false;
      const read: Read = async (asked, values) => {
        let position = FIRST;
        const readHere = ({ connection }: Standby, freshness: Before) =>
          readsInside(connection.pool, tenant, {
            before: [freshness],
            async mark(client) {
              position = await askShown(client);
            },
          })(asked, values);
        // After a read of the primary, a standby may be behind what this very request has shown.
        const found = isFromPrimary ? null : await readStandby(shown, readHere);
        if (found) shown = later(shown, position);
        else isFromPrimary = true;
        return found ?? primary(asked, values);
      };
      return { read, shown: () => (isFromPrimary ? later(shown, latest()) : shown) };
    },
    latest,
    async close() {
      await Promise.all(standbys.map(({ connection }) => connection.close()));
    },
  };
}
