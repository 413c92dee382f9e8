import { type FoundMessage, mostCounted } from '@spotter/contract/conversations/conversation-search.ts';
import { hiddenCte, isHidden, personJsonSql } from '#features/users/index.ts';
import { instantSql } from '#platform/db/json.ts';
import type { Read } from '#platform/db/reads.ts';
import { statement } from '#platform/db/statement.ts';
import { isRequestToReader, mine } from '../conversations.read.ts';

/** A found message, with all that it says. */
export type FoundRow = Omit<FoundMessage, 'excerpt'> & { content: string };

// A word of a query stands in quotes: without these it could be an operator.
const quoted = (word: string) => `quote_literal(${word})`;

const chatCte = `chat as materialized (select c.id, c.name, me.joined_seq,
    case when c.user_low_id = $userId then c.user_high_id else c.user_low_id end as other_id
  from ${mine} and not ${isRequestToReader} and ($conversationId is null or c.id = $conversationId))`;

const wantedCte = `wanted as (
  select (select string_agg(${quoted('btrim(fold_name(word))')} || case when place = cardinality($words) then ':*' else '' end, ' & ')
      from unnest($words) with ordinality as given (word, place) where btrim(fold_name(word)) <> '')::tsquery
    && (select string_agg(${quoted("'c' || replace(id::text, '-', '')")}, ' | ') from chat)::tsquery as terms)`;

/** Days of the steps back in time; the last step looks at all the rest. */
const steps = [2, 6, 24, 96, null];

type Search = { name: string /** The latest moment. */; start: string; enough: string; condition?: string };

/**
 * Rows for messages of the reader's conversations since they joined, except those of hidden people. A common word is in
 * more messages than anybody reads, so the search steps back in time until it has `enough`: it finds all from some day on.
 * `find_messages` uses the index.
 */
function searchCtes({ name, start, enough, condition = 'true' }: Search): string {
  const ctes = steps.map((days, step) => {
    const later = steps.slice(0, step);
    const skipped = later.reduce<number>((sum, one) => sum + one!, 0);
    const inDays = `&& (select string_agg(${quoted("'d ' || number")}, ' | ')
      from generate_series(day - ${skipped + (days ?? 0) - 1}, day - ${skipped}) number)::tsquery`;
    const isNeeded = later.map((_, earlier) => `(select count(*) from ${name}_${earlier})`).join(' + ');
    return `${name}_${step} as materialized (
      select m.*, chat.name, chat.other_id
      from wanted cross join lateral (select message_day(${start}) as day) today
        cross join lateral find_messages(wanted.terms ${days ? inDays : ''}, ${days ? 'null' : `day - ${skipped}`}) m
        join chat on chat.id = m.conversation_id
      where m.seq > chat.joined_seq and not ${isHidden('m.sender_id')} and ${condition}
        ${isNeeded && `and ${isNeeded} < ${enough}`})`;
  });
  return [
    ...ctes,
    `${name} as (${steps.map((_, step) => `select * from ${name}_${step}`).join(' union all ')})`,
  ].join();
}

// Messages are not from the future, whatever the zones of their days.
const newest = { name: 'found', start: `now() + interval '1 day'`, enough: String(mostCounted) };
const older = {
  name: 'older',
  start: '(select created_at from last_shown)',
  enough: '$limit',
  condition: '(m.created_at, m.id) < (select created_at, id from last_shown)',
};

/** The total is counted from the newest message on, whatever page is wanted. */
const foundSql = (
  ctes: string,
  from: string,
) => `with ${hiddenCte}, ${chatCte}, ${wantedCte}, ${searchCtes(newest)}, ${ctes}
  page as (select * from ${from} order by created_at desc, id desc limit $limit)
  select (select least(count(*), ${mostCounted})::int from found) as count, (
    select coalesce(json_agg(json_build_object('message_id', m.id, 'conversation_id', m.conversation_id, 'seq', m.seq,
      'conversation_name', coalesce(m.name, btrim(o.first_name || ' ' || o.last_name)), 'sender', ${personJsonSql('u')},
      'content', t.content, 'created_at', ${instantSql('m.created_at')}) order by m.created_at desc, m.id desc), '[]')
    from page m join users u on u.id = m.sender_id left join users o on o.id = m.other_id
      join messages t on t.organization_id = $organizationId and t.conversation_id = m.conversation_id and t.seq = m.seq) as results`;

const values = {
  organizationId: 'uuid',
  userId: 'uuid',
  words: 'text[]',
  limit: 'int',
  conversationId: 'uuid?',
} as const;
type Found = { count: number; results: FoundRow[] };

const firstStatement = statement('found-messages', values)<Found>(foundSql('', 'found'));
const lastShownCte = `last_shown as materialized (select b.created_at, b.id from messages b
  where b.organization_id = $organizationId and b.id = $before)`;
const nextStatement = statement('older-found-messages', { ...values, before: 'uuid' })<Found>(
  foundSql(`${lastShownCte}, ${searchCtes(older)},`, 'older'),
);

type Asked = {
  organizationId: string;
  userId: string;
  words: readonly string[];
  limit: number;
  conversationId: string | null;
};

/** The newest messages with all of the words, or the newest before a message, and how many there are. */
export async function findMessages(read: Read, asked: Asked, before: string | undefined): Promise<Found> {
  const [found] = before ? await read(nextStatement, { ...asked, before }) : await read(firstStatement, asked);
  return found!;
}
