import type { Db } from '#platform/db/connect.ts';
import { run, statement, variants } from '#platform/db/statement.ts';
import type { MovedTable } from '../archive/archive-tables.format.ts';
import { actorColumns, fileColumns, hasOrganization, type TableFacts } from '../archive/catalog.repo.ts';

const snapshotStatements = [
  statement('export-in-snapshot', {})('set transaction isolation level repeatable read, read only'),
  statement('export-in-utc', {})("set local timezone = 'UTC'"),
  // The first rows come after all are in order, and a batch of photos may take long to read.
  statement('export-without-hurry', {})("set local statement_timeout = '5min'"),
  statement('export-while-idle', {})("set local idle_in_transaction_session_timeout = '5min'"),
];

/** All rows of the transaction are read as of one moment, with times in UTC. */
export async function beginSnapshot(tx: Db): Promise<void> {
  for (const one of snapshotStatements) await run(tx, one, {});
}

export const readOrganization = (tx: Db, id: string) =>
  tx.selectFrom('organizations').select(['id', 'name']).where('id', '=', id).executeTakeFirstOrThrow();

/** Few enough rows to stay small in memory, and enough that round trips don't matter. */
const ROWS_AT_A_TIME = 1_000;

type Values = { organizationId: string; lost: readonly string[] };
/** Used once per export, so no connection keeps them. */
const openCursor = variants({ organizationId: 'uuid', lost: 'text[]?' }, { most: 0 })();
const closeCursor = variants({}, { most: 0 })()('close-moved', () => 'close moved');

/** The rows of a query in batches, through a cursor of the open transaction. */
async function* fetchAll<R>(tx: Db, query: string, values: Values): AsyncGenerator<R[]> {
  const fetchNext = variants({}, { most: 0 })<R>()('fetch-moved', () => `fetch ${ROWS_AT_A_TIME} from moved`);
  await run(
    tx,
    openCursor('open-moved', () => `declare moved no scroll cursor for ${query}`),
    values,
  );
  for (;;) {
    const rows = await run(tx, fetchNext, {});
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_A_TIME) break;
  }
  await run(tx, closeCursor, {});
}

/** The keys of every photo that a moved row shows, in batches. */
export const photoKeys = (tx: Db, organizationId: string) =>
  fetchAll<{ key: string }>(
    tx,
    `select avatar_key as key from users where organization_id = $organizationId and avatar_key is not null
      union select file_key from assets where organization_id = $organizationId
      union select file_key from report_files where organization_id = $organizationId order by key`,
    { organizationId, lost: [] },
  );

type Source = { moved: MovedTable; facts: TableFacts; organizationId: string; lost: readonly string[] };

/** The moved rows of a table as texts of their columns, in batches in the order of its key. */
export async function* readCells(tx: Db, source: Source): AsyncGenerator<(string | null)[][]> {
  const values = columnsOf(source).map(({ value }) => `${value}::text`);
  for await (const batch of fetchRows<{ cells: (string | null)[] }>(tx, source, `json_build_array(${values}) as cells`))
    yield batch.map(({ cells }) => cells);
}

/** The same as JSON texts. */
export async function* readObjects(tx: Db, source: Source): AsyncGenerator<string[]> {
  const pairs = columnsOf(source).map(({ name, value }) => `'${name}', ${value}`);
  for await (const batch of fetchRows<{ text: string }>(tx, source, `json_build_object(${pairs})::text as text`))
    yield batch.map(({ text }) => text);
}

function fetchRows<R>(tx: Db, source: Source, selected: string): AsyncGenerator<R[]> {
  const { moved, facts, organizationId, lost } = source;
  const order = facts.key.map((column) => `t."${column}"`);
  const query = `select ${selected} from "${moved.table}" t where ${conditionOf(source)} order by ${order}`;
  return fetchAll<R>(tx, query, { organizationId, lost });
}

const isMember = (id: string) => `u.id = ${id} and u.organization_id = $organizationId`;

/** Another organization's people and lost photos are left out. */
function columnsOf({ moved, facts }: Source): { name: string; value: string }[] {
  const actors = new Set(actorColumns(facts));
  const photos = new Set(fileColumns(facts));
  return moved.columns.map((name) => {
    const column = `t."${name}"`;
    if (actors.has(name)) return { name, value: `(select u.id from users u where ${isMember(column)})` };
    if (photos.has(name))
      return { name, value: `nullif(${column}, (select lost from unnest($lost) lost where lost = ${column}))` };
    return { name, value: column };
  });
}

/** Which of an organization's rows are moved, where not all are. */
const movedRows: Partial<Record<MovedTable['table'], string>> = {
  // An image that is lost can't be moved, and its row is nothing without it.
  assets: 't.file_key <> all($lost)',
  notifications: "t.announcement_id is not null and t.kind = 'announcement'",
};

function conditionOf({ moved: { table }, facts }: Source): string {
  if (table === 'organizations') return 't.id = $organizationId';
  const own = hasOrganization(facts)
    ? 't.organization_id = $organizationId'
    : `exists (select from users u where ${isMember('t.user_id')})`;
  return `${own} and ${movedRows[table] ?? 'true'}`;
}
