import { longestQuote } from '@spotter/contract/limits.ts';
import { type MessageTable, messageTextSql, senderIsHidden } from '#features/messages/index.ts';
import { visibleSession } from '#features/sessions/index.ts';
import { isHidden, personJsonSql } from '#features/users/index.ts';
import { instantSql } from '#platform/db/json.ts';

/*
 * SQL of a conversation's message as a reader sees it. Aliases: m the message, u its sender. It needs `hiddenCte`.
 */

/** The ids of the members a system message is about. */
export const namedSql = `array(select jsonb_array_elements_text(m.details -> 'user_ids')::uuid)`;

/** A card's session, for readers who may see it. */
const cardSql = `(select json_build_object('id', s.id, 'title', s.title, 'workout_type', s.workout_type,
    'start_time', ${instantSql('s.starts_at')}, 'gym_name', g.name)
  from sessions s join gyms g on g.organization_id = s.organization_id and g.id = s.gym_id
  where s.id = m.session_id and ${visibleSession})`;

export const conversationMessages: MessageTable = {
  table: 'messages',
  chats: 'conversations',
  chatId: 'conversation_id',
  parts: {
    session_id: 'uuid',
    reply_to_seq: 'bigint',
    photo_key: 'text',
    photo_width: 'int',
    photo_height: 'int',
    details: 'jsonb',
  },
};

/** The message q that a reply quotes; `isConcealed` says whether the reader may not read it. */
const quoteSql = (isConcealed: string) => {
  const isShown = `(q.deleted_at is null and not ${isConcealed})`;
  return `coalesce((select json_build_object('id', case when not ${isConcealed} then q.id end, 'seq', q.seq,
      'state', case when ${isConcealed} then 'hidden' when q.deleted_at is not null then 'deleted' else 'shown' end,
      'sender', case when ${isShown} then ${personJsonSql('by')} end,
      'kind', case when ${isShown} then q.kind else 'text' end,
      'content', case when ${isShown} then left(q.content, ${longestQuote}) else '' end)
    from messages q left join users by on by.id = q.sender_id
    where q.organization_id = $organizationId and q.conversation_id = m.conversation_id and q.seq = m.reply_to_seq),
  json_build_object('id', null, 'seq', m.reply_to_seq, 'state', 'deleted', 'sender', null, 'kind', 'text', 'content', ''))`;
};

/** How a member reacted to message m is counted for a reader, without members hidden from the reader. */
export const reactionsSql = (
  reader: string,
  isConcealed: (person: string) => string,
) => `case when m.reaction_count > 0 then
  (select json_agg(json_build_object('emoji', r.emoji, 'count', r.count, 'is_mine', r.is_mine) order by r.emoji)
  from (select r.emoji, count(*)::int as count, bool_or(r.user_id = ${reader}) as is_mine from message_reactions r
    where r.organization_id = $organizationId and r.conversation_id = m.conversation_id and r.seq = m.seq
      and not ${isConcealed('r.user_id')} group by r.emoji) r) end`;

/**
 * What a message may have. `plain`: neither card, notice, poll nor quote. `new`: no reaction either, and the reader wrote it.
 * PostgreSQL sets up every search of a statement before it runs it, so what can't be there is left out.
 */
export type Extent = 'any' | 'plain' | 'new';

/** Messages up to the number `joinedSeq` are from before the reader was a member. */
export const messageText = (hidden: string, joinedSeq: string, extent: Extent = 'any') => {
  const part = (sql: string) => (extent === 'any' ? sql : null);
  return messageTextSql({
    ...conversationMessages,
    reader: '$userId',
    hidden,
    parts: {
      session: part(`case when m.session_id is not null then ${cardSql} end`),
      notice: part(`case when m.kind = 'system' then message_notice(m.details, (select ids from hidden)) end`),
      poll: part(
        `case when m.kind = 'poll' and m.deleted_at is null then message_poll(m.organization_id, m.conversation_id, m.seq, m.details,
          $userId, (select ids from hidden)) end`,
      ),
      photo: `case when m.photo_key is not null then json_build_object('width', m.photo_width, 'height', m.photo_height) end`,
      reply_to: part(
        `case when m.reply_to_seq is not null then ${quoteSql(`(q.seq <= ${joinedSeq} or coalesce(${isHidden('q.sender_id')}, false))`)} end`,
      ),
    },
    lists: { reactions: extent === 'new' ? null : reactionsSql('$userId', isHidden) },
  });
};
export const messageJson = (joinedSeq: string, extent?: Extent) =>
  `${messageText(senderIsHidden, joinedSeq, extent)}::json`;
