import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { tell } from '#platform/events/tell.ts';
import { managesGym } from '#platform/logins/gym-access.ts';
import { isReadableBy } from './reports.read.ts';

const isReader = isReadableBy('r', {
  id: 'u.id',
  managesAll: "u.role = 'org_admin'",
  managesSome: `exists (select from unnest(r.gym_ids) g (id) where ${managesGym('u', 'g.id')})`,
});
const readersStatement = statement('report-readers', { organizationId: 'uuid', id: 'uuid' })<{ id: string }>(
  `select u.id from reports r join users u on u.organization_id = r.organization_id and u.is_active
    and u.role in ('gym_admin', 'org_admin')
  where r.id = $id and ${isReader}`,
);

/** The admins who read a report learn that their queue has changed, and nothing else. */
export function tellAdmins(tx: Db, organizationId: string, id: string): void {
  tell(tx, async () => {
    const readers = await run(tx, readersStatement, { organizationId, id });
    return [{ scope: organizationId, type: 'reports.changed', data: {}, to: readers.map((reader) => reader.id) }];
  });
}
