import type { NotificationKind } from '@spotter/contract/notifications/notification-kinds.ts';
import { undoJoinSeconds } from '@spotter/contract/sessions/limits.ts';
import type { Db } from '#platform/db/connect.ts';
import type { News } from '#platform/events/tell.ts';
import { type AddressedEvent, type Found, heardEvents, LIVE_CHANNEL, writeEvents } from '#platform/events/write.ts';
import { newId } from '#platform/ids.ts';
import { insertNotifications, insertNotificationsAndEvents, insertNotificationsAndFound } from './notification.repo.ts';

export type Told = {
  organizationId: string;
  kind: NotificationKind;
  to: readonly string[];
  /** The actor, who is not notified; neither is anyone across a block. */
  actorId?: string | null;
  /** The actor's account is being deleted: they count, but nothing names them. */
  former?: boolean;
  sessionId?: string;
  conversationId?: string;
  friendRequestId?: string;
  announcementId?: string;
  /** Unread notifications with the same value fold into one. */
  fold?: string;
  /** Values for the text beside people and things; never a name. */
  data?: Record<string, unknown>;
};

/** Notifies members: rows for the list, pushes and mails for the governor to send, and one live event. */
export const notification = (told: Told): News => ({
  scope: told.organizationId,
  write: (tx) => writeNotification(tx, told),
  writeWith: (tx, before, after) => writeWithEvents(tx, told, before, after),
});

const receiversOf = ({ to, actorId }: Told) => [...new Set(to)].filter((id) => id !== actorId);

async function writeNotification(tx: Db, told: Told): Promise<AddressedEvent[]> {
  const people = receiversOf(told);
  if (people.length === 0) return [];
  const to = await insertNotifications(tx, valuesFor(told, people));
  return [{ type: 'notification.created', data: aboutOf(told), to }];
}

/** Writes the rows, their live event and the events around it in one statement. */
function writeWithEvents(
  tx: Db,
  told: Told,
  before: readonly AddressedEvent[] | Found,
  after: readonly AddressedEvent[],
): Promise<void> {
  const people = receiversOf(told);
  const { organizationId } = told;
  const given = 'select' in before ? [] : before;
  const place = given.length + 1;
  const values = {
    ...valuesFor(told, people),
    events: JSON.stringify([...heardEvents(given), ...heardEvents(after, place + 1)]),
    place,
    about: JSON.stringify(aboutOf(told)),
    channel: LIVE_CHANNEL,
  };
  if ('select' in before) return insertNotificationsAndFound(tx, before, values);
  if (people.length === 0) return writeEvents(tx, organizationId, [...before, ...after]);
  return insertNotificationsAndEvents(tx, values);
}

const aboutOf = ({ kind, sessionId, conversationId }: Told) => ({
  kind,
  session_id: sessionId ?? null,
  conversation_id: conversationId ?? null,
});

const valuesFor = (told: Told, people: string[]) => ({
  organizationId: told.organizationId,
  people,
  ids: people.map(() => newId()),
  kind: told.kind,
  actorId: told.actorId ?? null,
  former: Number(told.former ?? false),
  fold: told.fold ?? null,
  sessionId: told.sessionId ?? null,
  conversationId: told.conversationId ?? null,
  friendRequestId: told.friendRequestId ?? null,
  announcementId: told.announcementId ?? null,
  data: JSON.stringify(told.data ?? {}),
  // A join may be undone; its push and mail wait until it no longer is.
  dueAt: told.kind === 'session_joined' ? new Date(Date.now() + undoJoinSeconds * 1000) : null,
});
