import type { NotificationKind } from '@spotter/contract/notification-kinds.ts';
import { undoJoinSeconds } from '@spotter/contract/sessions/limits.ts';
import type { News } from '#platform/events/write.ts';
import { newId } from '#platform/ids.ts';
import { type NotificationRow, notifications } from './notification.repo.ts';

export type NewNotification = {
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
export function notification(given: NewNotification): News {
  const people = [...new Set(given.to)].filter((id) => id !== given.actorId);
  return {
    scope: given.organizationId,
    part: notifications,
    rows: people.length > 0 ? [rowOf(given, people)] : [],
    keys: given.fold ? people.map((id) => `${given.fold} ${id}`) : [],
  };
}

const rowOf = (given: NewNotification, people: string[]): NotificationRow => ({
  people,
  ids: people.map(() => newId()),
  kind: given.kind,
  actor_id: given.actorId,
  former: Number(given.former ?? false),
  fold: given.fold,
  session_id: given.sessionId,
  conversation_id: given.conversationId,
  friend_request_id: given.friendRequestId,
  announcement_id: given.announcementId,
  data: given.data ?? {},
  // A join may be undone; its push and mail wait until it no longer is.
  due_at: given.kind === 'session_joined' ? new Date(Date.now() + undoJoinSeconds * 1000) : null,
});
