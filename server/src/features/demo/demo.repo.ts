import type { InsertObject } from 'kysely';
import type { Db } from '#platform/db/connect.ts';
import type { DB } from '#platform/db/schema.generated.ts';
import { run, send, statement } from '#platform/db/statement.ts';

export async function insertDemo(tx: Db, row: InsertObject<DB, 'demo_sessions'>): Promise<void> {
  await tx.insertInto('demo_sessions').values(row).execute();
}

/** An arbitrary advisory lock number that nothing else uses. */
const COUNTING = 7270010;
const lockStatement = statement('lock-demo-count', {})(`select pg_advisory_xact_lock(${COUNTING})`);

/** One start at a time until the commit. */
export const lockCount = (tx: Db): void => send(tx, lockStatement, {});

const deleteKeysStatement = statement('delete-keys-of-demo', { organizationId: 'uuid' })(
  `delete from idempotency_keys k using users u
  where u.organization_id = $organizationId and u.is_demo_user and k.actor = u.id::text`,
);

/** Says whether it was there. */
export async function deleteDemoOrganization(tx: Db, organizationId: string): Promise<boolean> {
  // No foreign key leads from a stored answer to its caller.
  await run(tx, deleteKeysStatement, { organizationId });
  const gone = await tx
    .deleteFrom('organizations')
    .where('id', '=', organizationId)
    .where('is_demo', '=', true)
    .returning('id')
    .executeTakeFirst();
  if (gone) await tx.deleteFrom('audit_log').where('organization_id', '=', organizationId).execute();
  return gone !== undefined;
}

const expiredStatement = statement(
  'expired-demos',
  {},
)<{ id: string }>(
  'select id from organizations where is_demo = true and demo_expires_at <= now() order by demo_expires_at limit 500',
);

/** Those that expired first. */
export async function readExpired(db: Db): Promise<string[]> {
  const expired = await run(db, expiredStatement, {});
  return expired.map(({ id }) => id);
}

/** Which of these files are stored. */
export async function readStoredKeys(db: Db, keys: string[]): Promise<Set<string>> {
  const stored = await db.selectFrom('files').select('key').where('key', 'in', keys).execute();
  return new Set(stored.map(({ key }) => key));
}

/** Those that are here already stay. */
export async function insertFiles(db: Db, rows: InsertObject<DB, 'files'>[]): Promise<void> {
  await db
    .insertInto('files')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
