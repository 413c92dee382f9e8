import { type Insertable, sql } from 'kysely';
import type { Db } from '#platform/db/connect.ts';
import type { DB } from '#platform/db/schema.generated.ts';

/** The tables a simulated gym fills, each after those it refers to. */
const gymTables = [
  'organizations',
  'gyms',
  'operating_hours',
  'session_types',
  'users',
  'user_gyms',
  'session_series',
  'session_series_members',
  'sessions',
  'session_participants',
  'session_invites',
  'session_messages',
  'friend_requests',
  'friendships',
  'conversations',
  'conversation_members',
  'messages',
] as const;
type GymTable = (typeof gymTables)[number];
export type GymRows = { [T in GymTable]?: Insertable<DB[T]>[] };

/** Rows in one statement; a text of JSON stays below a few megabytes. */
const MOST_ROWS = 10_000;

/** Plain rows of a table, thousands in a statement with one value. A column that a row lacks gets its default. */
export async function insertAtOnce(db: Db, table: keyof DB & string, rows: readonly object[]): Promise<void> {
  for (const [names, alike] of Map.groupBy(rows, (row) => Object.keys(row).join(' '))) {
    const columns = sql.join(names.split(' ').map((name) => sql.ref(name)));
    for (let from = 0; from < alike.length; from += MOST_ROWS) {
      const some = JSON.stringify(alike.slice(from, from + MOST_ROWS));
      await sql`insert into ${sql.table(table)} (${columns})
        select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${some}::json)`.execute(db);
    }
  }
}

/** Inserts a chunk inside a transaction, and returns its rows. Nobody else sees its pairs of members yet, so they need no locks. */
export async function insertGymRows(tx: Db, rows: GymRows): Promise<number> {
  await sql`set local spotter.importing = 'on'`.execute(tx);
  for (const table of gymTables) await insertAtOnce(tx, table, rows[table] ?? []);
  return Object.values(rows).reduce((sum, { length }) => sum + length, 0);
}
