import type { InsertObject } from 'kysely';
import type { Db } from '#platform/db/connect.ts';
import type { DB } from '#platform/db/schema.generated.ts';
import { run, statement } from '#platform/db/statement.ts';

const importStatements = [
  // A batch of rows with all its triggers may take long on a small machine.
  statement('import-without-hurry', {})("set local statement_timeout = '5min'"),
  statement('import-quietly', {})("set local spotter.importing = 'on'"),
];

export async function beginImport(tx: Db): Promise<void> {
  for (const one of importStatements) await run(tx, one, {});
}

export async function isKnown(tx: Db, organizationId: string): Promise<boolean> {
  const known = await tx.selectFrom('organizations').select('id').where('id', '=', organizationId).executeTakeFirst();
  return known !== undefined;
}

/** Those that are here already stay. */
export async function insertFiles(tx: Db, rows: InsertObject<DB, 'files'>[]): Promise<void> {
  await tx
    .insertInto('files')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const adminStatement = statement('has-active-admin', { organizationId: 'uuid' })<object>(
  `select from users where organization_id = $organizationId and role = 'org_admin' and is_active limit 1`,
);

export async function hasActiveAdmin(tx: Db, organizationId: string): Promise<boolean> {
  return (await run(tx, adminStatement, { organizationId })).length > 0;
}

export async function readActiveMembers(tx: Db, organizationId: string): Promise<string[]> {
  const active = await tx
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('is_active', '=', true)
    .execute();
  return active.map(({ id }) => id);
}
