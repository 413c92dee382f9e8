import type { Endpoint } from '@spotter/contract/api/endpoint.ts';
import type { MessagesQuery } from '@spotter/contract/messages.ts';
import { isHidden } from '#features/users/index.ts';
import { pageLinks } from '#platform/http/page-links.ts';
import { jsonPage } from '#platform/http/pages/json-page.ts';

/** The table of a kind of chat's messages, the chats' own table, the column that names the chat, and the columns of kinds other than text. */
export type MessageTable =
  | { table: 'session_messages'; chats: 'sessions'; chatId: 'session_id'; parts: { action: 'text'; details: 'jsonb' } }
  | { table: 'messages'; chats: 'conversations'; chatId: 'conversation_id'; parts: ConversationParts };

type ConversationParts = {
  session_id: 'uuid';
  reply_to_seq: 'bigint';
  photo_key: 'text';
  photo_width: 'int';
  photo_height: 'int';
  details: 'jsonb';
};

/** SQL for whether a message's sender is hidden from the reader; needs `hiddenCte`. */
export const senderIsHidden = `coalesce(${isHidden('m.sender_id')}, false)`;

export type MessageRange = { before: number; after: number; limit: number; offset: number };
export type Page = { may_read: boolean; count: number; oldest: number | null; more: boolean; results: string };

/** For statements that read a page: the SQL types of a span's values. */
export const spanValues = { before: 'bigint', after: 'bigint', limit: 'int', offset: 'int' } as const;

/**
 * SQL of a page of a chat's messages, newest first. It needs a CTE `chat` with one row, or none when the chat is
 * unknown to the reader: `id`, `may_read`, `count`, and `read_after`, the last number the reader may not see. It also needs
 * `hiddenCte`; in the message's JSON `m.hidden` says whether the reader and the sender are hidden from each other.
 */
export const messagesOfChatSql = ({ table, chatId }: MessageTable, messageText: string) => `
  page as (
    select m.*, ${senderIsHidden} as hidden from ${table} m
    where m.organization_id = $organizationId and m.${chatId} = (select id from chat) and (select may_read from chat)
      and m.seq < $before and m.seq > (select greatest(read_after, $after) from chat)
    order by m.seq desc limit $limit offset $offset
  )
  select chat.may_read, chat.count, found.oldest,
    coalesce(found.oldest > greatest(chat.read_after, $after) + 1, false) as more, coalesce('[' || found.texts || ']', '[]') as results
  from chat cross join (select min(m.seq)::int as oldest, string_agg(${messageText}, ',' order by m.seq desc) as texts
    from page m left join users u on u.id = m.sender_id) found`;

/** One page as the API answers it: by number where the query has one, else by page. */
export async function pageOfMessages(
  endpoint: Endpoint,
  id: string,
  query: MessagesQuery,
  read: (span: MessageRange) => Promise<Page>,
) {
  const { page, page_size: limit, before, after } = query;
  const byNumber = before !== undefined || after !== undefined;
  const { count, oldest, more, results } = await read({
    before: before ?? Number.MAX_SAFE_INTEGER,
    after: after ?? 0,
    limit,
    offset: byNumber ? 0 : (page - 1) * limit,
  });
  const links = pageLinks(
    endpoint,
    { params: { id }, query },
    {
      next: more ? { before: oldest, page: undefined } : null,
      previous: byNumber || page === 1 ? null : { page: page - 1 },
    },
  );
  return jsonPage(count, links, results);
}
