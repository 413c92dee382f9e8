import { isSetUp } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import type { Read } from '#platform/db/reads.ts';
import { run, statement } from '#platform/db/statement.ts';
import { SETUP_CODE_DAYS } from '#platform/logins/setup-codes.ts';

const insertStatement = statement('insert-setup-invitations', { organizationId: 'uuid', userIds: 'uuid[]' })(
  `insert into setup_invitations (organization_id, user_id)
  select $organizationId, id from unnest($userIds) id on conflict do nothing`,
);

/** Members who wait already wait on. */
export async function insertInvitations(tx: Db, organizationId: string, userIds: readonly string[]): Promise<void> {
  await run(tx, insertStatement, { organizationId, userIds });
}

type Invited = { id: string; email: string; first_name: string };

const nextStatement = statement('next-setup-invitations', { organizationId: 'uuid', limit: 'int' })<Invited>(
  `select u.id, u.email, u.first_name from setup_invitations i
    join users u on u.organization_id = i.organization_id and u.id = i.user_id
  where i.organization_id = $organizationId order by i.created_at, i.user_id limit $limit`,
);

/** Who has waited longest. */
export const nextInvited = (db: Db, organizationId: string, limit: number): Promise<Invited[]> =>
  run(db, nextStatement, { organizationId, limit });

const openStatement = statement('may-invite-to-set-up', { organizationId: 'uuid' })<{ isOpen: boolean }>(
  'select is_active as "isOpen" from organizations where id = $organizationId',
);

/** False while the organization is switched off or deleted, and when it is gone. */
export async function mayInvite(db: Db, organizationId: string): Promise<boolean> {
  const [organization] = await run(db, openStatement, { organizationId });
  return organization?.isOpen ?? false;
}

const takeStatement = statement('take-setup-invitation', { organizationId: 'uuid', id: 'uuid', hash: 'text' })<object>(
  `with taken as (
    delete from setup_invitations where organization_id = $organizationId and user_id = $id returning user_id)
  update users u set setup_code_hash = $hash,
    setup_code_expires_at = now() + make_interval(days => ${SETUP_CODE_DAYS})
  from taken where u.id = taken.user_id and u.is_active and not ${isSetUp} returning u.id`,
);

/**
 * Stores the setup code of a member who waits for one. Says whether one is needed: of two runs the second finds nothing,
 * and a member who has come in meanwhile needs no code.
 */
export async function takeInvitation(
  tx: Db,
  values: { organizationId: string; id: string; hash: string },
): Promise<boolean> {
  return (await run(tx, takeStatement, values)).length > 0;
}

const waitingStatement = statement('waiting-setup-invitations', { organizationId: 'uuid' })<{ waiting: number }>(
  'select count(*)::int as waiting from setup_invitations where organization_id = $organizationId',
);

export async function countWaiting(read: Read, organizationId: string): Promise<number> {
  const [counted] = await read(waitingStatement, { organizationId });
  return counted!.waiting;
}
