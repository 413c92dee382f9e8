import type { Conversation, Message } from '@spotter/contract/conversations/conversations.ts';
import { mostUnread } from '@spotter/contract/limits.ts';
import {
  type MessageRange,
  messagesOfChatSql,
  type Page,
  senderIsHidden,
  spanValues,
} from '#features/messages/index.ts';
import { hiddenCte, isHidden, personJsonSql } from '#features/users/index.ts';
import { instantSql, jsonTextSql } from '#platform/db/json.ts';
import type { Read } from '#platform/db/reads.ts';
import { statement } from '#platform/db/statement.ts';
import { newsPart } from '#platform/events/write.ts';
import { conversationMessages, messageJson, messageText } from './message-text.read.ts';

/*
 * SQL fragments for every statement that reads conversations. Aliases: c the conversation, me the reader's membership, m a
 * message, u its sender.
 */

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

/** A member p of the conversation with their membership w. Of a request nobody learns that it was read. */
const participantText = `left(${personJsonSql('p')}::text, -1) || case when c.requested_by = $userId and w.user_id <> $userId
  then concat(',"is_admin":', (w.role = 'admin')::text, ',"joined_seq":', w.joined_seq, ',"last_read_seq":0,"delivered_seq":0}')
  else concat(',"is_admin":', (w.role = 'admin')::text, ',"joined_seq":', w.joined_seq, ',"last_read_seq":', w.last_read_seq,
    ',"delivered_seq":', greatest(w.delivered_seq, w.last_read_seq), '}') end`;

const conversationText = jsonTextSql({
  id: { quoted: 'c.id' },
  type: { quoted: 'c.kind' },
  name: { any: 'c.name' },
  picture_url: { any: `'/files/' || c.picture_key` },
  participants: {
    plain: `(select concat('[', string_agg(${participantText}, ',' order by w.joined_at, w.user_id), ']')
      from conversation_members w join users p on p.id = w.user_id
      where w.organization_id = $organizationId and w.conversation_id = c.id and not ${isHidden('w.user_id')})`,
  },
  last_message: {
    plain: `coalesce((select ${messageText(senderIsHidden, 'me.joined_seq')} from messages m left join users u on u.id = m.sender_id
      where m.organization_id = $organizationId and m.conversation_id = c.id and m.seq > me.joined_seq
      order by m.seq desc limit 1), 'null')`,
  },
  last_seq: { plain: 'c.last_seq' },
  request: { any: requestSql },
  unread_count: {
    plain: `case when ${isRequestToReader} then 0 else (select count(*) from (select from messages m
      where m.organization_id = $organizationId and m.conversation_id = c.id
        and m.seq > me.last_read_seq and m.sender_id <> $userId and not ${senderIsHidden} limit ${mostUnread}) unread) end`,
  },
  is_archived: { flag: isArchived },
  is_muted: { flag: isMuted },
  muted_until: { any: `case when ${isMuted} and me.muted_until < 'infinity' then ${instantSql('me.muted_until')} end` },
  has_pins: {
    flag: `exists (select from pinned_messages p where p.organization_id = $organizationId and p.conversation_id = c.id)`,
  },
  can_manage: { flag: canManage },
  created_at: { quoted: instantSql('c.created_at') },
  updated_at: { quoted: instantSql('c.updated_at') },
});
const conversationJson = `${conversationText}::json`;

export type Reader = { organizationId: string; userId: string; gymIds: readonly string[] };
export const readerValues = { organizationId: 'uuid', userId: 'uuid', gymIds: 'uuid[]' } as const;

const listValues = { ...readerValues, limit: 'int', offset: 'int' } as const;
const listSql = (wanted: string) =>
  `with ${hiddenCte},
  found as (select c.id, ${writtenAt} as written_at from ${mine} and ${hasBegun} and ${wanted}),
  page as (select * from found order by written_at desc, id desc limit $limit offset $offset)
  select (select count(*)::int from found) as count,
    coalesce((select '[' || string_agg(${conversationText}, ',' order by page.written_at desc, page.id desc) || ']'
      from page join conversations c on c.organization_id = $organizationId and c.id = page.id
        join conversation_members me on me.organization_id = $organizationId and me.conversation_id = c.id and me.user_id = $userId), '[]') as results`;

type Listed = { count: number; results: string };
const listStatement = statement(
  'conversations',
  { ...listValues, archived: 'boolean' },
  { onePlan: true },
)<Listed>(listSql(`not ${isRequestToReader} and ${isArchived} = $archived`));
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
  ${messagesOfChatSql(conversationMessages, messageText('m.hidden', '(select read_after from chat)'))}`,
);

/** A page of a conversation's messages as JSON text; null when the reader is not in the conversation. */
export async function readMessages(read: Read, reader: Reader, id: string, span: MessageRange) {
  const [row] = await read(messagesStatement, { ...reader, ...span, id });
  return row ?? null;
}

/** That a conversation has changed, for its members except some. */
export const conversationNews = newsPart(
  'conversations',
  'conversation_id uuid, except_ids uuid[]',
  (rows) => `heard_conversations as (
    select told.place, 'conversation.updated' as type, jsonb_build_object('conversation_id', told.conversation_id) as data,
      members.user_ids, null::uuid as gym_id, '{}'::uuid[] as except_ids
    from ${rows} cross join lateral (select array_agg(w.user_id) as user_ids from conversation_members w
      where w.organization_id = $organizationId and w.conversation_id = told.conversation_id
        and w.user_id <> all(told.except_ids)) members
    where members.user_ids is not null
  )`,
);
