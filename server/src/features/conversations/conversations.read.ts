import type { Conversation, Message } from '@spotter/contract/conversations.ts';
import type { Reaction } from '@spotter/contract/reactions.ts';
import {
  type MessageTable,
  messagesOfChatSql,
  messageTextSql,
  type Page,
  type Span,
  senderIsHidden,
  spanValues,
} from '#features/messages/index.ts';
import { sessionVisibleTo, visibleSession } from '#features/sessions/index.ts';
import { blockedBetween, hiddenCte, isHidden, personJsonSql } from '#features/users/index.ts';
import { instantSql } from '#platform/db/json.ts';
import { type Read, statement } from '#platform/db/statement.ts';

/*
 * SQL fragments for every statement that reads conversations. Aliases: c the conversation, me the reader's membership, m a
 * message, u its sender.
 */

/** The ids of the members a system message is about. */
const namedSql = `array(select jsonb_array_elements_text(m.details -> 'user_ids')::uuid)`;

/** A card's session, for readers who may see it. */
const cardSql = `(select json_build_object('id', s.id, 'title', s.title, 'workout_type', s.workout_type,
    'start_time', ${instantSql('s.starts_at')}, 'gym_name', g.name)
  from sessions s join gyms g on g.organization_id = s.organization_id and g.id = s.gym_id
  where s.id = m.session_id and ${visibleSession})`;

export const conversationMessages: MessageTable = {
  table: 'messages',
  chatId: 'conversation_id',
  parts: {
    session_id: 'uuid',
    reply_to_seq: 'bigint',
    photo_key: 'text',
    photo_width: 'int',
    photo_height: 'int',
  },
};

/** What a system message reports. People are stored by id, so that a deleted account leaves no name behind. */
const noticeSql = `json_build_object('action', m.details ->> 'action',
  'actor', (select ${personJsonSql('p')} from users p where p.id = (m.details ->> 'actor_id')::uuid and not ${isHidden('p.id')}),
  'people', (select coalesce(json_agg(${personJsonSql('p')} order by p.first_name, p.last_name, p.id), '[]') from users p
    where p.id = any(${namedSql}) and not ${isHidden('p.id')}),
  'name', m.details ->> 'name')`;

const QUOTED = 200;

/** The message q that a reply quotes; `isConcealed` says whether the reader may not read it. */
const quoteSql = (isConcealed: string) => {
  const isShown = `(q.deleted_at is null and not ${isConcealed})`;
  return `coalesce((select json_build_object('id', case when not ${isConcealed} then q.id end, 'seq', q.seq,
      'state', case when ${isConcealed} then 'hidden' when q.deleted_at is not null then 'deleted' else 'shown' end,
      'sender', case when ${isShown} then ${personJsonSql('by')} end,
      'kind', case when ${isShown} then q.kind else 'text' end,
      'content', case when ${isShown} then left(q.content, ${QUOTED}) else '' end)
    from messages q left join users by on by.id = q.sender_id
    where q.organization_id = $organizationId and q.conversation_id = m.conversation_id and q.seq = m.reply_to_seq),
  json_build_object('id', null, 'seq', m.reply_to_seq, 'state', 'deleted', 'sender', null, 'kind', 'text', 'content', ''))`;
};

/** How a member reacted to message m is counted for a reader, without members hidden from the reader. */
const reactionsSql = (reader: string, isConcealed: (person: string) => string) => `case when m.reaction_count > 0 then
  (select json_agg(json_build_object('emoji', r.emoji, 'count', r.count, 'is_mine', r.is_mine) order by r.emoji)
  from (select r.emoji, count(*)::int as count, bool_or(r.user_id = ${reader}) as is_mine from message_reactions r
    where r.organization_id = $organizationId and r.conversation_id = m.conversation_id and r.seq = m.seq
      and not ${isConcealed('r.user_id')} group by r.emoji) r) end`;

/** Messages up to the number `joinedSeq` are from before the reader was a member. */
const messageText = (hidden: string, joinedSeq: string) =>
  messageTextSql({
    ...conversationMessages,
    reader: '$userId',
    hidden,
    parts: {
      session: `case when m.session_id is not null then ${cardSql} end`,
      notice: `case when m.kind = 'system' then ${noticeSql} end`,
      photo: `case when m.photo_key is not null then json_build_object('width', m.photo_width, 'height', m.photo_height) end`,
      reply_to: `case when m.reply_to_seq is not null then ${quoteSql(`(q.seq <= ${joinedSeq} or coalesce(${isHidden('q.sender_id')}, false))`)} end`,
    },
    lists: { reactions: reactionsSql('$userId', isHidden) },
  });
const messageJson = (joinedSeq: string) => `${messageText(senderIsHidden, joinedSeq)}::json`;

/** The reader's conversations, without direct ones with a hidden person. */
export const mine = `conversation_members me
  join conversations c on c.organization_id = me.organization_id and c.id = me.conversation_id
  where me.organization_id = $organizationId and me.user_id = $userId
    and (c.kind = 'group'
      or not ${isHidden('case when c.user_low_id = $userId then c.user_high_id else c.user_low_id end')})`;

/** Who may rename a group, and add and remove people. */
export const canManage = `(c.kind = 'group' and me.role = 'admin')`;
/** A request that waits for the reader, or that the reader has declined. */
export const isRequestToReader = 'coalesce(c.requested_by <> $userId, false)';
/** How the reader sees a message request. Its sender never learns that it was declined. */
export const requestSql = `case when c.requested_by = $userId then 'sent'
  when ${isRequestToReader} then case when c.declined_at is null then 'received' else 'declined' end end`;
/** A direct conversation without messages is visible only to the member who opened it. */
const hasBegun = `(c.kind = 'group' or c.last_seq > 0 or c.created_by = $userId)`;
/** Archived until the next message. */
export const isArchived = `(me.archived_at is not null and coalesce(c.last_message_at <= me.archived_at, true))`;
const isMuted = `coalesce(me.muted_until > now(), false)`;
export const writtenAt = 'coalesce(c.last_message_at, c.created_at)';
/** Badges show no larger number, so the count stops here. */
const MOST_UNREAD = 999;

const conversationJson = `json_build_object('id', c.id, 'type', c.kind, 'name', c.name,
  'picture_url', '/files/' || c.picture_key,
  'participants', (select coalesce(json_agg(${personJsonSql('p')}::jsonb
      || jsonb_build_object('is_admin', w.role = 'admin', 'joined_seq', w.joined_seq)
      || case when c.requested_by = $userId and w.user_id <> $userId then '{"last_read_seq":0,"delivered_seq":0}'
        else jsonb_build_object('last_read_seq', w.last_read_seq, 'delivered_seq', greatest(w.delivered_seq, w.last_read_seq)) end
    order by w.joined_at, w.user_id), '[]')
    from conversation_members w join users p on p.id = w.user_id
    where w.organization_id = $organizationId and w.conversation_id = c.id and not ${isHidden('w.user_id')}),
  'last_message', (select ${messageJson('me.joined_seq')} from messages m left join users u on u.id = m.sender_id
    where m.organization_id = $organizationId and m.conversation_id = c.id and m.seq > me.joined_seq order by m.seq desc limit 1),
  'last_seq', c.last_seq,
  'request', ${requestSql},
  'unread_count', case when ${isRequestToReader} then 0 else (select count(*) from (select from messages m where m.organization_id = $organizationId and m.conversation_id = c.id
    and m.seq > me.last_read_seq and m.sender_id <> $userId and not ${senderIsHidden} limit ${MOST_UNREAD}) unread) end,
  'is_archived', ${isArchived}, 'is_muted', ${isMuted},
  'muted_until', case when ${isMuted} and me.muted_until < 'infinity' then ${instantSql('me.muted_until')} end,
  'can_manage', ${canManage},
  'created_at', ${instantSql('c.created_at')}, 'updated_at', ${instantSql('c.updated_at')})`;

export type Reader = { organizationId: string; userId: string; gymIds: readonly string[] };
const readerValues = { organizationId: 'uuid', userId: 'uuid', gymIds: 'uuid[]' } as const;

const listValues = { ...readerValues, limit: 'int', offset: 'int' } as const;
const listSql = (wanted: string) =>
  `with ${hiddenCte},
  found as (select c.id, ${writtenAt} as written_at from ${mine} and ${hasBegun} and ${wanted}),
  page as (select * from found order by written_at desc, id desc limit $limit offset $offset)
  select (select count(*)::int from found) as count,
    coalesce((select '[' || string_agg(${conversationJson}::text, ',' order by page.written_at desc, page.id desc) || ']'
      from page join conversations c on c.organization_id = $organizationId and c.id = page.id
        join conversation_members me on me.organization_id = $organizationId and me.conversation_id = c.id and me.user_id = $userId), '[]') as results`;

type Listed = { count: number; results: string };
const listStatement = statement('conversations', { ...listValues, archived: 'boolean' })<Listed>(
  listSql(`not ${isRequestToReader} and ${isArchived} = $archived`),
);
const requestsStatement = statement(
  'message-requests',
  listValues,
)<Listed>(listSql(`${isRequestToReader} and c.declined_at is null`));
const namedStatement = statement('conversations-by-name', { ...listValues, words: 'text[]' })<Listed>(
  listSql(`not ${isRequestToReader} and cardinality($words) > 0 and not exists (select from unnest($words) word where position(btrim(fold_name(word)) in fold_name(coalesce(c.name, ''))
      || (select string_agg(p.search_name, '') from conversation_members w join users p on p.id = w.user_id
        where w.organization_id = $organizationId and w.conversation_id = c.id and w.user_id <> $userId
          and not ${isHidden('w.user_id')})) = 0)`),
);

type ListSpan = { limit: number; offset: number } & (
  | { archived: boolean; requests: boolean }
  | { words: readonly string[] }
);

/** A page of the reader's conversations as JSON text, latest message first. */
export async function readConversations(read: Read, reader: Reader, page: ListSpan): Promise<Listed> {
  const [found] = await ('words' in page
    ? read(namedStatement, { ...reader, ...page })
    : read(page.requests ? requestsStatement : listStatement, { ...reader, ...page }));
  return found!;
}

const oneStatement = statement('conversation', { ...readerValues, id: 'uuid' })<{ conversation: Conversation }>(
  `with ${hiddenCte} select ${conversationJson} as conversation from ${mine} and c.id = $id`,
);

/** One conversation as the reader sees it; null when they are not in it. */
export async function readConversation(read: Read, reader: Reader, id: string) {
  const [row] = await read(oneStatement, { ...reader, id });
  return row?.conversation ?? null;
}

const changedStatement = statement('changed-conversations', {
  ...readerValues,
  conversationIds: 'uuid[]',
  messageIds: 'uuid[]',
})<{ conversations: Conversation[]; messages: Message[] }>(
  `with ${hiddenCte} select
    (select coalesce(json_agg(${conversationJson} order by ${writtenAt} desc, c.id desc), '[]')
      from ${mine} and c.id = any($conversationIds)) as conversations,
    (select coalesce(json_agg(${messageJson('me.joined_seq')} order by m.conversation_id, m.seq), '[]')
      from (select * from messages where organization_id = $organizationId and id = any($messageIds)
        union select r.* from messages m join messages r on r.organization_id = m.organization_id
          and r.conversation_id = m.conversation_id and r.reply_to_seq = m.seq
        where m.organization_id = $organizationId and m.id = any($messageIds)) m left join users u on u.id = m.sender_id
        join conversation_members me on me.organization_id = $organizationId and me.conversation_id = m.conversation_id
          and me.user_id = $userId and me.joined_seq < m.seq) as messages`,
);

/** These conversations and messages, with the replies that quote them, in their current state, as far as the reader may see them. */
export async function readChanged(
  read: Read,
  reader: Reader,
  changed: { conversationIds: readonly string[]; messageIds: readonly string[] },
) {
  const [found] = await read(changedStatement, { ...reader, ...changed });
  return found!;
}

const messagesStatement = statement('messages', { ...readerValues, ...spanValues, id: 'uuid' })<Page>(
  `with ${hiddenCte},
  chat as (select c.id, true as may_read, (c.last_seq - me.joined_seq)::int as count, me.joined_seq as read_after
    from ${mine} and c.id = $id),
  ${messagesOfChatSql(conversationMessages, messageText('m.hidden', 'chat.read_after'))}`,
);

/** A page of a conversation's messages as JSON text; null when the reader is not in the conversation. */
export async function readMessages(read: Read, reader: Reader, id: string, span: Span) {
  const [row] = await read(messagesStatement, { ...reader, ...span, id });
  return row ?? null;
}

/** A member of a message's conversation, and what is hidden from them. `muted`: they aren't notified. */
export type Listener = {
  user_id: string;
  muted: boolean;
  sees_card: boolean;
  sees_quote: boolean;
  /** Whether the member may know what the one does who caused the event. */
  sees_actor: boolean;
  hidden_ids: string[];
  reactions: Reaction[];
};
/** A message as one member reads it, with everyone who may read it. */
export type HeardMessage = { message: Message; listeners: Listener[] };

const heardStatement = statement('message', { ...readerValues, id: 'uuid' })<HeardMessage>(
  `with ${hiddenCte} select ${messageJson('0')} as message,
    (select coalesce(json_agg(json_build_object('user_id', w.user_id, 'muted', coalesce(w.muted_until > now(), false) or c.requested_by is not null,
      'sees_card', exists (select from sessions s
        where s.organization_id = $organizationId and s.id = m.session_id and ${sessionVisibleTo('p')}),
      'sees_quote', q.id is null or w.joined_seq < q.seq and not ${blockedBetween('w.user_id', 'q.sender_id')},
      'sees_actor', not ${isHidden('w.user_id')},
      'reactions', coalesce(${reactionsSql('w.user_id', (person) => blockedBetween('w.user_id', person))}, '[]'),
      'hidden_ids', array(select named from unnest(${namedSql} || m.sender_id || (m.details ->> 'actor_id')::uuid) named
        where ${blockedBetween('w.user_id', 'named')}))), '[]')
      from conversation_members w join users p on p.id = w.user_id
      where w.organization_id = $organizationId and w.conversation_id = m.conversation_id and w.joined_seq < m.seq) as listeners
  from messages m join conversations c on c.organization_id = $organizationId and c.id = m.conversation_id
    left join users u on u.id = m.sender_id
    left join messages q on q.organization_id = $organizationId and q.conversation_id = m.conversation_id and q.seq = m.reply_to_seq
  where m.organization_id = $organizationId and m.id = $id`,
);

/** One message as the reader sees it, with its recipients; undefined if there is none. */
export async function readHeardMessage(read: Read, reader: Reader, id: string): Promise<HeardMessage | undefined> {
  const [row] = await read(heardStatement, { ...reader, id });
  return row;
}
