import type { Read } from '#platform/db/reads.ts';
import { sendPassing } from '#platform/events/passing.ts';
import type { Presence } from '#platform/events/presence.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { readWatchers } from './presence.repo.ts';

/** Who is online now among those the caller may know of. */
export async function listOnline({ read, caller }: MemberCtx, presence: Presence) {
  const { organizationId, userId } = caller;
  const [mine] = await readWatchers(read, organizationId, [userId]);
  const known = mine?.shows_online ? mine.watchers : [];
  return { user_ids: known.filter((id) => presence.isOnline(organizationId, id)) };
}

type Change = { scope: string; userIds: string[]; online: boolean };
type IsOnline = Presence['isOnline'];

/** Tells connected watchers that members of an organization came or went. A scope that is no organization has none. */
export async function tellPresence(read: Read, isOnline: IsOnline, { scope, userIds, online }: Change) {
  const found = await readWatchers(read, scope, userIds);
  for (const { user_id, shows_online, watchers } of found)
    if (shows_online) await send(read, isOnline, scope, user_id, watchers, online);
}

/** A member who hides goes offline for the others, and comes back when they show themselves again. */
export async function tellSwitched(read: Read, isOnline: IsOnline, scope: string, userId: string) {
  const [found] = await readWatchers(read, scope, [userId]);
  if (found) await send(read, isOnline, scope, userId, found.watchers, found.shows_online);
}

const send = (read: Read, isOnline: IsOnline, scope: string, userId: string, watchers: string[], online: boolean) =>
  sendPassing(
    read,
    scope,
    watchers.filter((id) => isOnline(scope, id)),
    { type: 'presence', data: { user_id: userId, online } },
  );
