import { sql } from 'kysely';
import type { Db } from '#platform/db/connect.ts';
import { insertAtOnce } from '#simulator/filling/insert-rows.ts';
import { type SampleTable, sampleTables, type World } from './world.ts';

/** PostgreSQL takes 65,535 values in one statement. */
const mostValues = 60_000;

/** Everything in one transaction, a table a statement where it fits. */
export async function insertWorld(db: Db, world: World): Promise<void> {
  if (!db.isTransaction) return db.transaction().execute((tx) => insertWorld(tx, world));
  for (const table of sampleTables) {
    if (longTables.includes(table)) {
      await insertAtOnce(db, table, world.rows[table]);
      continue;
    }
    for (const rows of portions<object>(world.rows[table])) {
      // The rows were typed by their own table when they were planned; here any table will do.
      await db
        .insertInto<SampleTable>(table)
        .values(rows as never)
        .execute();
    }
  }
  const cancelled = world.sessions.filter((session) => session.cancelled);
  if (cancelled.length > 0) {
    await db
      .updateTable('sessions')
      .set({
        status: 'cancelled',
        cancelled_at: sql`least(starts_at - interval '8 hours', ${world.now})`,
        cancel_reason: 'Host is unwell',
      })
      .where(
        'id',
        'in',
        cancelled.map((session) => session.id),
      )
      .execute();
  }
}

/** Tables with many rows, all plain values: one statement with one value, which is much less work than one for each field. */
const longTables: readonly SampleTable[] = [
  'sessions',
  'session_participants',
  'session_messages',
  'conversation_members',
  'notifications',
  'notification_actors',
];

function* portions<Row extends object>(rows: Row[]): Generator<Row[]> {
  const columns = rows.reduce((widest, row) => Math.max(widest, Object.keys(row).length), 1);
  const most = Math.floor(mostValues / columns);
  for (let from = 0; from < rows.length; from += most) yield rows.slice(from, from + most);
}
