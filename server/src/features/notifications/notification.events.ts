import type { NotificationKind } from '@spotter/contract/notifications/notification-kinds.ts';
import { undoJoinSeconds } from '@spotter/contract/sessions/limits.ts';
import type { News } from '#platform/events/write.ts';
import { newId } from '#platform/ids.ts';
import { type NotificationRow, notifications } from './notification.repo.ts';

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
export function notification(told: Told): News {
  const people = [...new Set(told.to)].filter((id) => id !== told.actorId);
  return {
    scope: told.organizationId,
    part: notifications,
    rows: people.length > 0 ? [rowOf(told, people)] : [],
    keys: told.fold ? people.map((id) => `${told.fold} ${id}`) : [],
  };
}

const rowOf = (told: Told, people: string[]): NotificationRow => ({
  people,
  ids: people.map(() => newId()),
  kind: told.kind,
  actor_id: told.actorId,
  former: Number(told.former ?? false),
  fold: told.fold,
  session_id: told.sessionId,
  conversation_id: told.conversationId,
  friend_request_id: told.friendRequestId,
  announcement_id: told.announcementId,
  data: told.data ?? {},
  // A join may be undone; its push and mail wait until it no longer is.
  due_at: told.kind === 'session_joined' ? new Date(Date.now() + undoJoinSeconds * 1000) : null,
});
