import { restorableDays } from '@spotter/contract/limits.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';

/** Of two operators who act on one organization, the second finds what the first left. */
export const lockState = (tx: Db, id: string) =>
  tx
    .selectFrom('organizations')
    .select(['name', 'is_active', 'deleted_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const markDeleted = (tx: Db, id: string) =>
  tx
    .updateTable('organizations')
    .set({ deleted_at: sql`now()`, was_active: sql.ref('is_active'), is_active: false })
    .where('id', '=', id)
    .execute();

export const markRestored = (tx: Db, id: string) =>
  tx
    .updateTable('organizations')
    .set({ deleted_at: null, is_active: sql`was_active`, was_active: null })
    .where('id', '=', id)
    .execute();

/** Ends the visits of super admins. */
export const endVisits = (tx: Db, organizationId: string) =>
  tx
    .updateTable('logins')
    .set({ revoked_at: sql`now()`, revoked_reason: 'organization_deleted' })
    .where('emulated_organization_id', '=', organizationId)
    .where('revoked_at', 'is', null)
    .execute();

const isDue = `o.deleted_at < now() - interval '${restorableDays} days'`;

const dueStatement = statement(
  'organizations-to-remove',
  {},
)<{ id: string }>(`select o.id from organizations o where ${isDue} order by o.deleted_at, o.id`);

export const readDueIds = async (db: Db): Promise<string[]> => (await run(db, dueStatement, {})).map(({ id }) => id);

const removeStatement = statement('remove-organization', { id: 'uuid' })<{ name: string; members: number }>(
  `delete from organizations o where o.id = $id and ${isDue}
  returning o.name, (select count(*)::int from users u where u.organization_id = o.id) as members`,
);

/** With everything that refers to it; undefined if it was restored meanwhile. */
export async function removeOrganization(tx: Db, id: string): Promise<{ name: string; members: number } | undefined> {
  await sql`set local statement_timeout = 0`.execute(tx);
  const [removed] = await run(tx, removeStatement, { id });
  return removed;
}

/** Deletes the rows of a removed organization that foreign keys don't reach, and returns the keys of its files. */
export async function removeLeftovers(tx: Db, organizationId: string): Promise<string[]> {
  await tx.deleteFrom('event_scopes').where('scope_id', '=', organizationId).execute();
  await tx.deleteFrom('live_events').where('scope_id', '=', organizationId).execute();
  await tx.deleteFrom('analytics_changes').where('organization_id', '=', organizationId).execute();
  await tx.deleteFrom('training_changes').where('organization_id', '=', organizationId).execute();
  await tx.deleteFrom('mails').where('organization_id', '=', organizationId).execute();
  const files = await tx.deleteFrom('files').where('organization_id', '=', organizationId).returning('key').execute();
  return files.map(({ key }) => key);
}

/** The audit trail stays, without names and values. */
export const clearTrail = (tx: Db, organizationId: string) =>
  tx
    .updateTable('audit_log')
    .set({ target_name: null, edits: null })
    .where('organization_id', '=', organizationId)
    .where((eb) => eb.or([eb('target_name', 'is not', null), eb('edits', 'is not', null)]))
    .execute();
