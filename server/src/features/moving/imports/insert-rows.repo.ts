import type { Db } from '#platform/db/connect.ts';
import { run, statement, variants } from '#platform/db/statement.ts';
import type { MovedTable } from '../archive/archive-tables.format.ts';
import { hasOrganization, type TableFacts } from '../archive/catalog.repo.ts';
import type { Row } from '../archive/rows.format.ts';

const membersStatement = statement('members-among', { organizationId: 'uuid', ids: 'text[]' })<{ id: string }>(
  'select id::text from users where organization_id = $organizationId and id::text = any($ids)',
);

/** Those of these ids that are members; an id may be any text. */
export async function readMembersAmong(tx: Db, organizationId: string, ids: string[]): Promise<Set<string>> {
  const rows = await run(tx, membersStatement, { organizationId, ids });
  return new Set(rows.map(({ id }) => id));
}

const savepoint = statement('begin-batch', {})('savepoint batch');
const rollback = statement('undo-batch', {})('rollback to savepoint batch');
const release = statement('keep-batch', {})('release savepoint batch');

/** What follows can be undone without the rest of the transaction. */
export async function beginBatch(tx: Db): Promise<void> {
  await run(tx, savepoint, {});
}

export async function undoBatch(tx: Db): Promise<void> {
  await run(tx, rollback, {});
}

export async function keepBatch(tx: Db): Promise<void> {
  await run(tx, release, {});
}

type Target = { organizationId: string; moved: MovedTable; facts: TableFacts };

/** Few imports run, and each has its own columns, so no connection keeps these. */
const writeRows = variants({ organizationId: 'uuid?', rows: 'jsonb' }, { most: 0 })();

const columnsOf = (columns: readonly string[], alias = '') => columns.map((name) => `${alias}"${name}"`).join(', ');
const recordset = (table: string) => `jsonb_populate_recordset(null::"${table}", $rows)`;

/** A column that the rows don't have, because an earlier version wrote them, gets its default. */
export async function insertAll(tx: Db, { organizationId, moved, facts }: Target, rows: Row[]): Promise<void> {
  const { table, columns, later = [], counted = [], outlives } = moved;
  const given = rows[0] ?? {};
  const own = columns.filter((name) => name in given && !later.includes(name) && !counted.includes(name));
  const [organization, id] = hasOrganization(facts) ? ['organization_id, ', '$organizationId, '] : ['', ''];
  const asked = writeRows(
    `insert-rows:${table}`,
    () => `insert into "${table}" (${organization}${columnsOf(own)})
    select ${id}${columnsOf(own, 'r.')} from ${recordset(table)} r
    ${outlives ? 'on conflict do nothing' : ''}`,
  );
  await run(tx, asked, { organizationId, rows: JSON.stringify(rows) });
}

/** Sets the columns that had to wait until all rows were in. */
export async function completeAll(tx: Db, { organizationId, moved, facts }: Target, rows: Row[]): Promise<void> {
  const { table, later = [] } = moved;
  const own = later.filter((name) => name in (rows[0] ?? {}));
  if (own.length === 0) return;
  const key = facts.key.filter((name) => name !== 'organization_id');
  const asked = writeRows(
    `complete-rows:${table}`,
    () => `update "${table}" t set ${own.map((name) => `"${name}" = r."${name}"`)} from ${recordset(table)} r
    where t.organization_id = $organizationId and (${columnsOf(key, 't.')}) = (${columnsOf(key, 'r.')})
      and (${columnsOf(own, 't.')}) is distinct from (${columnsOf(own, 'r.')})`,
  );
  await run(tx, asked, { organizationId, rows: JSON.stringify(rows) });
}
