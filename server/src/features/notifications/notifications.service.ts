import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import {
  listNotifications as listNotificationsEndpoint,
  type Notification,
} from '@spotter/contract/notifications/notifications.ts';
import { sql } from 'kysely';
import { readsOf, statement } from '#platform/db/statement.ts';
import { tell } from '#platform/events/tell.ts';
import { fail } from '#platform/http/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { pageLinks } from '#platform/http/page-links.ts';
import { isConcealed } from './concealed.ts';
import { listStatement, type Row } from './notifications.read.ts';
import { type Clock, wordsFor } from './notifications.words.ts';

export const unreadCountStatement = statement('unread-count', { organizationId: 'uuid', userId: 'uuid' })<{
  unread_count: number;
}>(
  `select count(*)::int as unread_count from notifications n
   where n.organization_id = $organizationId and n.user_id = $userId and n.read_at is null and n.in_app
     and not ${isConcealed()}`,
);

export async function getUnreadCount({
  read,
  caller,
}: Pick<Ctx, 'read' | 'caller'>): Promise<{ unread_count: number }> {
  const { organizationId, userId } = caller;
  if (!organizationId) return { unread_count: 0 };
  const [row] = await read(unreadCountStatement, { organizationId, userId });
  return row ?? { unread_count: 0 };
}

type Query = ParsedInput<typeof listNotificationsEndpoint>['query'];

export async function listNotifications({ read, caller }: Ctx, query: Query, clock: Clock) {
  const { page, page_size: size, before, unread } = query;
  const { organizationId, userId } = caller;
  if (!organizationId) return { count: 0, next: null, previous: null, results: [] };
  const offset = before ? 0 : (page - 1) * size;
  const values = { organizationId, userId, limit: size, offset, before: before ?? null };
  const [found] = await read(listStatement(unread, before !== undefined), values);
  const { count, results } = found ?? { count: 0, results: [] };
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
  return { count, ...links, results: results.map((row) => present(row, clock)) };
}

/** Without what only the text needs. */
function present(row: Row, clock: Clock): Notification {
  const { session_title, conversation_name, announcement, former_actors, snippet, proposal, ...shown } = row;
  return { ...shown, ...wordsFor(row, clock), is_read: row.read_at !== null };
}

/** Idempotent; another member's notification does not exist. */
export async function markNotificationRead(ctx: Ctx, id: string): Promise<{ unread_count: number }> {
  const { caller } = ctx;
  const { organizationId } = caller;
  if (!organizationId) throw fail('notification_not_found');
  return ctx.tx(async (tx) => {
    const marked = await tx
      .updateTable('notifications')
      .set({ read_at: sql`coalesce(read_at, now())` })
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', caller.userId)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    if (!marked) throw fail('notification_not_found');
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
export async function markAllNotificationsRead(ctx: Ctx): Promise<{ unread_count: number }> {
  const { caller } = ctx;
  const { organizationId } = caller;
  if (!organizationId) return { unread_count: 0 };
  return ctx.tx(async (tx) => {
    // A row that another transaction holds is being read, deleted or renewed there. Waiting for it could deadlock.
    await sql`update notifications set read_at = now() where organization_id = ${organizationId} and id in (
      select id from notifications where organization_id = ${organizationId} and user_id = ${caller.userId}
        and read_at is null and in_app for no key update skip locked)`.execute(tx);
    tell(tx, {
      scope: organizationId,
      type: 'notification.all_read',
      data: { unread_count: 0 },
      to: [caller.userId],
    });
    return { unread_count: 0 };
  });
}
