import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import {
  listNotifications as listNotificationsEndpoint,
  type Notification,
} from '@spotter/contract/notifications/notifications.ts';
import type { TimeWords } from '@spotter/contract/time-words.ts';
import { readsOf } from '#platform/db/reads.ts';
import { fail } from '#platform/errors.ts';
import { tell } from '#platform/events/tell.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { pageLinks } from '#platform/http/page-links.ts';
import { type Row, readNotifications, readUnreadCount } from './notifications.read.ts';
import { wordsFor } from './notifications.words.ts';
import { markAllRead, markRead } from './notifications.write.ts';

export async function getUnreadCount({
  read,
  caller,
}: Pick<Ctx, 'read' | 'caller'>): Promise<{ unread_count: number }> {
  const { organizationId, userId } = caller;
  if (!organizationId) return { unread_count: 0 };
  return { unread_count: await readUnreadCount(read, { organizationId, userId }) };
}

type Query = ParsedInput<typeof listNotificationsEndpoint>['query'];

export async function listNotifications({ read, caller }: Ctx, query: Query, words: TimeWords) {
  const { page, page_size: size, before, unread } = query;
  const { organizationId, userId } = caller;
  if (!organizationId) return { count: 0, next: null, previous: null, results: [] };
  const offset = before ? 0 : (page - 1) * size;
  const member = { organizationId, userId };
  const { count, results } = await readNotifications(read, member, { unread, before, limit: size, offset });
  const last = results.at(-1);
  const links = pageLinks(
    listNotificationsEndpoint,
    { query },
    {
      next:
        results.length < size || !last || offset + size >= count
          ? null
          : before
            ? { before: last.id }
            : { page: page + 1 },
      previous: before || page === 1 ? null : { page: page - 1 },
    },
  );
  return { count, ...links, results: results.map((row) => present(row, words, caller.timezone)) };
}

/** Without what only the text needs. */
function present(row: Row, words: TimeWords, zone: string | null): Notification {
  const { session_title, conversation_name, announcement, former_actors, snippet, proposal, ...shown } = row;
  return { ...shown, ...wordsFor(row, { words, zone, now: Date.now() }), is_read: row.read_at !== null };
}

/** Idempotent; another member's notification does not exist. */
export async function markNotificationRead(ctx: Ctx, id: string): Promise<{ unread_count: number }> {
  const { caller } = ctx;
  const { organizationId } = caller;
  if (!organizationId) throw fail('notification_not_found');
  return ctx.tx(async (tx) => {
    const isMarked = await markRead(tx, { organizationId, userId: caller.userId, id });
    if (!isMarked) throw fail('notification_not_found');
    const count = await getUnreadCount({ read: readsOf(tx), caller });
    tell(tx, {
      scope: organizationId,
      type: 'notification.read',
      data: { notification_id: id, ...count },
      to: [caller.userId],
    });
    return count;
  });
}

/** All that the list shows. A kind that is off in the app still goes out as a push or by mail. */
export async function markAllNotificationsRead(ctx: Ctx, upTo?: string): Promise<{ unread_count: number }> {
  const { caller } = ctx;
  const { organizationId } = caller;
  if (!organizationId) return { unread_count: 0 };
  return ctx.tx(async (tx) => {
    await markAllRead(tx, { organizationId, userId: caller.userId, upTo: upTo ?? null });
    // A call that waited for the network leaves what came since.
    const count = upTo ? await getUnreadCount({ read: readsOf(tx), caller }) : { unread_count: 0 };
    tell(tx, { scope: organizationId, type: 'notification.all_read', data: count, to: [caller.userId] });
    return count;
  });
}
