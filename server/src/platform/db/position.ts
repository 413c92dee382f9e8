import type pg from 'pg';

/**
 * A place in PostgreSQL's log of writes. A state that is as new as a position shows every commit before it. Sixteen hex
 * digits, so that the later of two is the greater text.
 */
export type Position = string;

/** Before everything. */
export const FIRST: Position = '0'.repeat(16);
/** How positions come from clients. */
export const isPosition = (text: unknown): text is Position => typeof text === 'string' && /^[0-9A-F]{16}$/.test(text);

export const later = (one: Position, other: Position): Position => (one > other ? one : other);

/** From PostgreSQL's `pg_lsn`, such as `16/B374D848`. */
export const positionOf = (lsn: string): Position =>
  lsn
    .split('/')
    .map((half) => half.padStart(8, '0'))
    .join('');
export const lsnOf = (position: Position): string => `${position.slice(0, 8)}/${position.slice(8)}`;

/**
 * SQL for the position of everything that a primary has shown so far. A commit is shown once it is on disk, except where the
 * operator has said otherwise. What is written but not on disk yet would make standbys seem late.
 */
export const shownSql = `case when pg_is_in_recovery() then null
  when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
  else pg_current_wal_flush_lsn() end`;

/** The same on a standby, where a commit shows a moment before it counts as replayed. */
const shownByStandbySql = 'greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn())';

const shownStatement = {
  name: 'shown',
  text: `select case when pg_is_in_recovery() then ${shownByStandbySql} else ${shownSql} end as lsn`,
};

/** Sent behind a statement without waiting for its answer: the position of what it has shown. */
export async function askShown(client: pg.ClientBase): Promise<Position> {
  const { rows } = await client.query<{ lsn: string }>(shownStatement);
  return positionOf(rows[0]!.lsn);
}

/** Asks for the position right after a statement or transaction. */
export type Mark = (client: pg.ClientBase) => Promise<unknown>;

/** Knows the latest position that any statement of this process has shown. */
export type Marks = { mark: Mark; latest(): Position };

/** More than a transaction writes, and soon behind the primary. */
const AHEAD = 64n * 1024n * 1024n;
const ahead = (position: Position): Position =>
  (BigInt(`0x${position}`) + AHEAD).toString(16).toUpperCase().padStart(16, '0');

export function createMarks(): Marks {
  let latest = FIRST;
  return {
    /** What was shown stands even if its position can't be asked for: it counts as so new that the primary is read. */
    async mark(client) {
      latest = await askShown(client).then(
        (position) => later(latest, position),
        () => ahead(latest),
      );
    },
    latest: () => latest,
  };
}
