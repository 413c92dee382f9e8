import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import { type FoundMessage, searchMessages as searchMessagesEndpoint } from '@spotter/contract/conversation-search.ts';
import { hiddenCte, isHidden, personJsonSql } from '#features/users/index.ts';
import { instantSql } from '#platform/db/json.ts';
import { statement } from '#platform/db/statement.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { pageLinks } from '#platform/http/page-links.ts';
import { isRequestToReader, mine } from '../conversations.read.ts';
import { excerptOf } from './excerpt.ts';
import { wordsOf } from './search-words.ts';

type Row = Omit<FoundMessage, 'excerpt'> & { content: string };

// A word of a query stands in quotes: without these it could be an operator.
const quoted = (word: string) => `quote_literal(${word})`;

/** Messages of the reader's conversations since they joined, except those of hidden people. `find_messages` uses the index. */
const foundStatement = statement('found-messages', {
  organizationId: 'uuid',
  userId: 'uuid',
  words: 'text[]',
  before: 'uuid?',
  limit: 'int',
})<{ count: number; results: Row[] }>(
  `with ${hiddenCte},
  chat as materialized (select c.id, c.name, me.joined_seq,
      case when c.user_low_id = $userId then c.user_high_id else c.user_low_id end as other_id
    from ${mine} and not ${isRequestToReader}),
  wanted as (
    select (select string_agg(${quoted('btrim(fold_name(word))')} || case when place = cardinality($words) then ':*' else '' end, ' & ')
        from unnest($words) with ordinality as given (word, place) where btrim(fold_name(word)) <> '')::tsquery
      && (select string_agg(${quoted("'c' || replace(id::text, '-', '')")}, ' | ') from chat)::tsquery as terms
  ), found as materialized (
    select m.*, chat.name, chat.other_id from wanted cross join lateral find_messages(wanted.terms) m
      join chat on chat.id = m.conversation_id
    where m.seq > chat.joined_seq and not ${isHidden('m.sender_id')}
  ), page as (
    select * from found where $before is null
      or (created_at, id) < (select b.created_at, b.id from messages b where b.organization_id = $organizationId and b.id = $before)
    order by created_at desc, id desc limit $limit
  )
  select (select count(*)::int from found) as count, (
    select coalesce(json_agg(json_build_object('message_id', m.id, 'conversation_id', m.conversation_id, 'seq', m.seq,
      'conversation_name', coalesce(m.name, btrim(o.first_name || ' ' || o.last_name)), 'sender', ${personJsonSql('u')},
      'content', t.content, 'created_at', ${instantSql('m.created_at')}) order by m.created_at desc, m.id desc), '[]')
    from page m join users u on u.id = m.sender_id left join users o on o.id = m.other_id
      join messages t on t.organization_id = $organizationId and t.conversation_id = m.conversation_id and t.seq = m.seq) as results`,
);

export async function searchMessages(
  { read, caller }: MemberCtx,
  query: ParsedInput<typeof searchMessagesEndpoint>['query'],
) {
  const { q, before, page_size: limit } = query;
  const { organizationId, userId } = caller;
  const words = wordsOf(q);
  if (words.length === 0) return { count: 0, next: null, previous: null, results: [] };
  const [found] = await read(foundStatement, { organizationId, userId, words, before: before ?? null, limit });
  const { count, results } = found!;
  const last = results.length < limit ? undefined : results.at(-1);
  const links = pageLinks(
    searchMessagesEndpoint,
    { query },
    { next: last ? { before: last.message_id } : null, previous: null },
  );
  return {
    count,
    ...links,
    results: results.map(({ content, ...row }) => ({ ...row, excerpt: excerptOf(content, words) })),
  };
}
