import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';

type Member = { organizationId: string; userId: string };

const readStatement = statement('mark-notification-read', { organizationId: 'uuid', userId: 'uuid', id: 'uuid' })<{
  id: string;
}>(
  `update notifications set read_at = coalesce(read_at, now())
  where organization_id = $organizationId and user_id = $userId and id = $id returning id`,
);

/** False if the member has no such notification. */
export const markRead = async (tx: Db, notification: Member & { id: string }): Promise<boolean> =>
  (await run(tx, readStatement, notification)).length > 0;

// A row that another transaction holds is being read, deleted or renewed there. Waiting for it could deadlock.
const allReadStatement = statement('mark-all-notifications-read', {
  organizationId: 'uuid',
  userId: 'uuid',
  upTo: 'uuid?',
})(
  `update notifications set read_at = now() where organization_id = $organizationId and id in (
    select id from notifications where organization_id = $organizationId and user_id = $userId
      and read_at is null and in_app and ($upTo is null or happened_at <= (
        select happened_at from notifications where organization_id = $organizationId and user_id = $userId and id = $upTo))
    for no key update skip locked)`,
);

export async function markAllRead(tx: Db, read: Member & { upTo: string | null }): Promise<void> {
  await run(tx, allReadStatement, read);
}
