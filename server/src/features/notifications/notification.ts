import type { NotificationKind } from '@spotter/contract/notification-kinds.ts';
import { undoJoinSeconds } from '@spotter/contract/sessions/limits.ts';
import { blockedBetween } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import type { News } from '#platform/events/tell.ts';
import { type AddressedEvent, scopeLock } from '#platform/events/write.ts';
import { newId } from '#platform/ids.ts';
import { enqueue } from '#platform/jobs/define.ts';
import { mailNotification } from './notifications.mail.ts';

export type Told = {
  organizationId: string;
  kind: NotificationKind;
  to: readonly string[];
  /** The actor, who is not notified; neither is anyone across a block. */
  actorId?: string | null;
  sessionId?: string;
  conversationId?: string;
  friendRequestId?: string;
  /** Unread notifications with the same value fold into one. */
  fold?: string;
  /** Values for the text beside people and things; never a name. */
  data?: Record<string, unknown>;
};

/** Notifies members: rows for the list, mails for members who opted in, and one live event. */
export const notification = (told: Told): News => ({
  scope: told.organizationId,
  write: (tx) => writeNotification(tx, told),
});

async function writeNotification(tx: Db, told: Told): Promise<AddressedEvent[]> {
  const {
    organizationId,
    kind,
    to,
    actorId = null,
    sessionId,
    conversationId,
    friendRequestId,
    fold,
    data = {},
  } = told;
  const people = [...new Set(to)].filter((id) => id !== actorId);
  if (people.length === 0) return [];
  const [written] = await run(tx, writeNotifications, {
    organizationId,
    people,
    ids: people.map(() => newId()),
    kind,
    actorId,
    fold: fold ?? null,
    sessionId: sessionId ?? null,
    conversationId: conversationId ?? null,
    friendRequestId: friendRequestId ?? null,
    data: JSON.stringify(data),
  });
  const { in_app, by_mail } = written!;
  if (by_mail)
    await enqueue(
      tx,
      mailNotification,
      {
        organization_id: organizationId,
        occasion: newId(),
        kind,
        user_ids: by_mail,
        actor_id: actorId,
        session_id: sessionId ?? null,
        conversation_id: conversationId ?? null,
        data,
      },
      // A join may be undone; its mail waits until it no longer is.
      kind === 'session_joined' ? { runAt: new Date(Date.now() + undoJoinSeconds * 1000) } : {},
    );
  const about = { kind, session_id: sessionId ?? null, conversation_id: conversationId ?? null };
  return [{ type: 'notification.created', data: about, to: in_app ?? [] }];
}

const wants = (channel: string, unlessSaid: boolean) => `coalesce((select p.enabled from notification_preferences p
  where p.user_id = u.id and p.kind = $kind and p.channel = '${channel}'), ${unlessSaid})`;

// Take the organization's lock before the rows, like marking as read does. Rows are written in order of member, so that
// two concurrent folds do not deadlock.
const writeNotifications = statement('write-notifications', {
  organizationId: 'uuid',
  people: 'uuid[]',
  ids: 'uuid[]',
  kind: 'text',
  actorId: 'uuid?',
  fold: 'text?',
  sessionId: 'uuid?',
  conversationId: 'uuid?',
  friendRequestId: 'uuid?',
  data: 'jsonb',
})<{ in_app: string[] | null; by_mail: string[] | null }>(`
  with turn as materialized (${scopeLock('$organizationId')}),
  receiver as (
    select u.id as user_id, given.id, ${wants('in_app', true)} as in_app,
      u.email_verified and not u.is_demo_user and ${wants('email', false)} as by_mail
    from unnest($people, $ids) as given (user_id, id)
      join users u on u.id = given.user_id and u.organization_id = $organizationId and u.is_active
      left join turn on true
    where not ${blockedBetween('u.id', '$actorId')}
  ), written as (
    insert into notifications as n
      (organization_id, id, user_id, kind, fold_key, session_id, conversation_id, friend_request_id, data)
    select $organizationId, id, user_id, $kind, $fold, $sessionId, $conversationId, $friendRequestId, $data
    from receiver where in_app order by user_id
    on conflict (organization_id, user_id, fold_key) where read_at is null and fold_key is not null
    do update set happened_at = now(), data = excluded.data
    returning n.id, n.user_id
  ), acted as (
    insert into notification_actors (organization_id, notification_id, user_id)
    select $organizationId, id, $actorId from written where $actorId is not null
    on conflict (organization_id, notification_id, user_id) do update set acted_at = excluded.acted_at
  )
  select (select array_agg(user_id) from written) as in_app,
    (select array_agg(user_id) from receiver where by_mail) as by_mail`);
