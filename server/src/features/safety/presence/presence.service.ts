import { blockedBetween } from '#features/users/index.ts';
import { type Read, statement } from '#platform/db/statement.ts';
import { sendPassing } from '#platform/events/passing.ts';
import type { Presence } from '#platform/events/presence.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';

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

/** Who is online now among those the caller may know of. */
export async function listOnline({ read, caller }: MemberCtx, presence: Presence) {
  const { organizationId, userId } = caller;
  const [mine] = await read(watchersStatement, { organizationId, userIds: [userId] });
  const known = mine?.shows_online ? mine.watchers : [];
  return { user_ids: known.filter((id) => presence.isOnline(organizationId, id)) };
}

type Change = { scope: string; userIds: string[]; online: boolean };
type IsOnline = Presence['isOnline'];

/** Tells connected watchers that members of an organization came or went. A scope that is no organization has none. */
export async function tellPresence(read: Read, isOnline: IsOnline, { scope, userIds, online }: Change) {
  const found = await read(watchersStatement, { organizationId: scope, userIds });
  for (const { user_id, shows_online, watchers } of found)
    if (shows_online) await send(read, isOnline, scope, user_id, watchers, online);
}

/** A member who hides goes offline for the others, and comes back when they show themselves again. */
export async function tellSwitched(read: Read, isOnline: IsOnline, scope: string, userId: string) {
  const [found] = await read(watchersStatement, { organizationId: scope, userIds: [userId] });
  if (found) await send(read, isOnline, scope, userId, found.watchers, found.shows_online);
}

const send = (read: Read, isOnline: IsOnline, scope: string, userId: string, watchers: string[], online: boolean) =>
  sendPassing(
    read,
    scope,
    watchers.filter((id) => isOnline(scope, id)),
    { type: 'presence', data: { user_id: userId, online } },
  );
