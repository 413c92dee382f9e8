import { blockedBetween } from '#features/users/index.ts';
import type { Read } from '#platform/db/reads.ts';
import { statement } from '#platform/db/statement.ts';

/**
 * SQL that selects the ids of everyone who may know whether a member is online, and of whom the member may know it: friends and
 * people in the same conversation, without message requests and blocks. Both must show it. Alias: u the member.
 */
const watchersSql = `select p.id from users p
  where p.organization_id = $organizationId and p.shows_online and p.is_active and p.id <> u.id and p.id in (
    select f.user_high_id from friendships f where f.organization_id = $organizationId and f.user_low_id = u.id
    union all select f.user_low_id from friendships f where f.organization_id = $organizationId and f.user_high_id = u.id
    union all select w.user_id from conversation_members mine
      join conversations c on c.organization_id = $organizationId and c.id = mine.conversation_id
        and (c.kind = 'group' or c.last_seq > 0 and c.requested_by is null)
      join conversation_members w on w.organization_id = $organizationId and w.conversation_id = c.id
    where mine.organization_id = $organizationId and mine.user_id = u.id)
  and not ${blockedBetween('p.id', 'u.id')}`;

type Watched = { user_id: string; shows_online: boolean; watchers: string[] };

const watchersStatement = statement('presence-watchers', { organizationId: 'uuid', userIds: 'uuid[]' })<Watched>(
  `select u.id as user_id, u.shows_online, array(${watchersSql}) as watchers
  from users u where u.organization_id = $organizationId and u.id = any($userIds)`,
);

/** Members with those who may know whether they are online. */
export const readWatchers = (read: Read, organizationId: string, userIds: readonly string[]): Promise<Watched[]> =>
  read(watchersStatement, { organizationId, userIds });
