import { blockedBetween } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { type Names, send, statement, type ValuesOf } from '#platform/db/statement.ts';
import { writeLast } from '#platform/events/tell.ts';
import { liveNotice, writtenEvents } from '#platform/events/write.ts';
import { isConcealed } from './concealed.repo.ts';

/* What no longer waits for its reader: an answered question and a read conversation count as read, a withdrawn question
   and a join that was undone are deleted. Rows that another transaction holds are skipped. Each takes one statement that
   also writes its live events and goes out after every lock of its transaction, before the news. */

type Change = {
  /** CTEs; the last one is `settled`, with the id and the member of each notification that was changed. */
  ctes: readonly string[];
  type: 'notification.read' | 'notification.removed';
  /** SQL for the ids that no longer count as unread. */
  gone?: string;
};

/** Changes notifications and tells each of their readers how many are left. */
const settling = <const N extends Names & { organizationId: 'uuid' }>(name: string, types: N, change: Change) => {
  const { ctes, type, gone = 'select id from settled' } = change;
  const heard = `
    select row_number() over (order by s.id) as place, '${type}' as type,
      jsonb_build_object(${type === 'notification.read' ? "'notification_id', s.id," : ''} 'unread_count', (
        select count(*)::int from notifications n
        where n.organization_id = $organizationId and n.user_id = s.user_id and n.read_at is null and n.in_app
          and n.id not in (${gone}) and not ${isConcealed('s.user_id')})) as data,
      array[s.user_id] as user_ids, null::uuid as gym_id, '{}'::uuid[] as except_ids
    from settled s`;
  const settle = statement(`settle ${name}`, types)(`with ${[...ctes, writtenEvents(heard)]} select ${liveNotice}`);
  return (tx: Db, values: ValuesOf<N>): void => writeLast(tx, () => send(tx, settle, values));
};

const held = (about: string) => `organization_id = $organizationId and id in (
  select id from notifications where organization_id = $organizationId and ${about} for update skip locked)`;
const read = (about: string) => `settled as (
  update notifications set read_at = now() where read_at is null and ${held(about)} returning id, user_id)`;

const friendRequest = { organizationId: 'uuid', friendRequestId: 'uuid' } as const;
const ofFriendRequest = 'friend_request_id = $friendRequestId';

export const settleFriendRequest = settling('friend request answered', friendRequest, {
  ctes: [read(ofFriendRequest)],
  type: 'notification.read',
});

export const takeBackFriendRequest = settling('friend request taken back', friendRequest, {
  ctes: [`settled as (delete from notifications where ${held(ofFriendRequest)} returning id, user_id)`],
  type: 'notification.removed',
});

export const settleProposal = settling(
  'proposal',
  { organizationId: 'uuid', sessionId: 'uuid', proposalId: 'text' },
  {
    ctes: [read("session_id = $sessionId and data ->> 'proposal_id' = $proposalId")],
    type: 'notification.read',
  },
);

const ofConversation = 'conversation_id = $conversationId and user_id = $userId';
const isReadToTheEnd = `not exists (select from conversation_members w
  join messages m on m.organization_id = w.organization_id and m.conversation_id = w.conversation_id
  where w.organization_id = $organizationId and w.conversation_id = $conversationId and w.user_id = $userId
    and m.seq > w.last_read_seq and m.sender_id <> $userId and not ${blockedBetween('m.sender_id', '$userId')})`;

/**
 * Once all of it is read: a message that came meanwhile is still to be read, and so is its notification.
 * Messages that are read as they come would each stay in the list, so it keeps only the newest row of a conversation.
 * Rows that leave the list stay: the governor still needs to know when they were sent.
 */
export const settleConversation = settling(
  'conversation',
  { organizationId: 'uuid', conversationId: 'uuid', userId: 'uuid' },
  {
    ctes: [
      `ours as (
        select id, read_at from notifications where organization_id = $organizationId and ${ofConversation} and in_app
      )`,
      `older as (
        update notifications set in_app = false where organization_id = $organizationId
          and id in (select id from ours where read_at is not null) and exists (select from ours where read_at is null)
      )`,
      read(`${ofConversation} and ${isReadToTheEnd}`),
    ],
    type: 'notification.read',
  },
);

/**
 * Takes back what the host was told of a join or of guests; with `fold`, only the notification folded under it. The
 * database deletes a notification with the last of the people it is about, after this statement.
 */
export const retractJoin = settling(
  'join',
  { organizationId: 'uuid', sessionId: 'uuid', userId: 'uuid', fold: 'text?' },
  {
    ctes: [
      `settled as (
        delete from notification_actors a using notifications n
        where n.organization_id = $organizationId and n.session_id = $sessionId and n.kind = 'session_joined'
          and ($fold is null or n.fold_key = $fold)
          and a.organization_id = n.organization_id and a.notification_id = n.id and a.user_id = $userId
        returning n.id, n.user_id, n.former_actors
      )`,
    ],
    gone: `select id from settled where former_actors = 0 and not exists (select from notification_actors o
      where o.organization_id = $organizationId and o.notification_id = settled.id and o.user_id <> $userId)`,
    type: 'notification.removed',
  },
);
