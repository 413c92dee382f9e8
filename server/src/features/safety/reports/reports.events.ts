import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { tell } from '#platform/events/tell.ts';
import { managesGym } from '#platform/logins/gym-access.ts';

// As `isReadable` says whose reports an admin reads.
const readersStatement = statement('report-readers', { organizationId: 'uuid', id: 'uuid' })<{ id: string }>(
  `select u.id from reports r
  join users reported on reported.organization_id = r.organization_id and reported.id = r.reported_user_id
  join users u on u.organization_id = r.organization_id and u.is_active and u.id <> r.reported_user_id
    and u.role in ('gym_admin', 'org_admin')
  where r.organization_id = $organizationId and r.id = $id and (u.role = 'org_admin'
    or reported.role not in ('gym_admin', 'org_admin')
    and exists (select from unnest(r.gym_ids) g (id) where ${managesGym('u', 'g.id')}))`,
);

/** The admins who read a report learn that their queue has changed, and nothing else. */
export function tellAdmins(tx: Db, organizationId: string, id: string): void {
  tell(tx, async () => {
    const readers = await run(tx, readersStatement, { organizationId, id });
    return [{ scope: organizationId, type: 'reports.changed', data: {}, to: readers.map((reader) => reader.id) }];
  });
}
