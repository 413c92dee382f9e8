import { restorableDays } from '@spotter/contract/limits.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { isBeingRemoved, organizationVersion } from './organizations-list.read.ts';

const lockStatement = statement('lock-organization-state', { id: 'uuid' })<{
  name: string;
  is_active: boolean;
  deleted_at: Date | null;
  version: string;
}>(
  `select o.name, o.is_active, o.deleted_at, ${organizationVersion} as version from organizations o
  where o.id = $id and not ${isBeingRemoved} for no key update`,
);

/**
 * Of two operators who act on one organization, the second finds what the first left. Demo data that is being removed is
 * no longer there: nobody may bring back half of it.
 */
export const lockState = async (tx: Db, id: string) => (await run(tx, lockStatement, { id }))[0];

const deletedStatement = statement('mark-organization-deleted', { id: 'uuid' })(
  `update organizations set deleted_at = now(), was_active = is_active, is_active = false where id = $id`,
);
export const markDeleted = (tx: Db, id: string) => run(tx, deletedStatement, { id });

const restoredStatement = statement('mark-organization-restored', { id: 'uuid' })(
  `update organizations set deleted_at = null, is_active = was_active, was_active = null where id = $id`,
);
export const markRestored = (tx: Db, id: string) => run(tx, restoredStatement, { id });

const endVisitsStatement = statement('end-visits', { organizationId: 'uuid' })(
  `update logins set revoked_at = now(), revoked_reason = 'organization_deleted'
  where emulated_organization_id = $organizationId and revoked_at is null`,
);

/** Ends the visits of super admins. */
export const endVisits = (tx: Db, organizationId: string) => run(tx, endVisitsStatement, { organizationId });

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

const withoutTimeLimit = statement('removal-without-time-limit', {})('set local statement_timeout = 0');

/** With everything that refers to it; undefined if it was restored meanwhile. */
export async function removeOrganization(tx: Db, id: string): Promise<{ name: string; members: number } | undefined> {
  await run(tx, withoutTimeLimit, {});
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

const clearStatement = statement('clear-trail', { organizationId: 'uuid' })(
  `update audit_log set target_name = null, edits = null, data = '{}' where organization_id = $organizationId
    and (target_name is not null or edits is not null or data <> '{}')`,
);

/** The audit trail stays, without names, values and what was noted: addresses, contact details, reasons. */
export async function clearTrail(tx: Db, organizationId: string): Promise<void> {
  await run(tx, clearStatement, { organizationId });
}
