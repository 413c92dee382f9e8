import type { Returns } from '@spotter/contract/api/endpoint.ts';
import { searchPeople as searchPeopleEndpoint } from '@spotter/contract/friends.ts';
import { hiddenCte, isHidden, personJsonSql } from '#features/users/index.ts';
import { statement } from '#platform/db/statement.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { friendsCte, gymNameSql, type Page, pageValues } from './friends.read.ts';
import { type PageQuery, paged, pageFor } from './friends.service.ts';

type Found = Returns<typeof searchPeopleEndpoint>['results'][number];

const MOST_WORDS = 6;
const nameSql = `lower(translate(' ' || u.first_name || ' ' || u.last_name, '-', ' '))`;

// Every typed word must begin a word of the name. Compared as text, so % and _ are ordinary characters.
const searchStatement = (count: number) =>
  statement(`people-search:${count}`, { ...pageValues, words: 'text[]' })<Page<Found>>(
    `with ${hiddenCte}, ${friendsCte},
  found as (
    select u.id, lower(u.first_name) as first, lower(u.last_name) as last from users u
    where u.organization_id = $organizationId and u.id <> $userId and u.is_active and not ${isHidden('u.id')}
      and ${Array.from({ length: count }, (_, index) => `position(' ' || lower($words[${index + 1}]) in ${nameSql}) > 0`).join(' and ')}
  ),
  page as (select * from found order by first, last, id limit $limit offset $offset)
  select (select count(*)::int from found) as count,
    coalesce((select json_agg(${personJsonSql('u')}::jsonb || jsonb_build_object('gym_name', ${gymNameSql('u')},
      'friendship', case
        when exists (select from mates where mates.user_id = u.id) then 'friends'
        when exists (select from friend_requests r where r.organization_id = $organizationId and r.status = 'pending'
          and r.sender_id = $userId and r.receiver_id = u.id) then 'request_sent'
        when exists (select from friend_requests r where r.organization_id = $organizationId and r.status = 'pending'
          and r.receiver_id = $userId and r.sender_id = u.id) then 'request_received'
        else 'none' end) order by page.first, page.last, page.id)
      from page join users u on u.id = page.id), '[]') as results`,
  );

const searchStatements = Array.from({ length: MOST_WORDS }, (_, index) => searchStatement(index + 1));

export async function searchPeople(ctx: MemberCtx, query: PageQuery & { q: string }) {
  const words = query.q
    .split(/[\s-]+/)
    .filter(Boolean)
    .slice(0, MOST_WORDS);
  const search = searchStatements[words.length - 1];
  if (!search) return paged(searchPeopleEndpoint, query, { count: 0, results: [] });
  const [found] = await ctx.read(search, { ...pageFor(ctx, query), words });
  return paged(searchPeopleEndpoint, query, found!);
}
