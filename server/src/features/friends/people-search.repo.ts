import { hiddenCte, isHidden, personJsonSql } from '#features/users/index.ts';
import type { Read } from '#platform/db/reads.ts';
import { variants } from '#platform/db/statement.ts';
import { friendsCte, gymNameSql, isWaiting, type PageOf, pageValues, type TextPage } from './friends.read.ts';
import { nameMatchSql, nameRankSql, typedCte } from './name-search.repo.ts';

const searchVariant = variants({ ...pageValues, words: 'text[]' })<TextPage>();

/** Every name is looked at once, in an index that holds nothing else. */
const searchStatement = (words: number) =>
  searchVariant(
    `people-search:${words}`,
    () => `with ${hiddenCte}, ${friendsCte}, ${typedCte(words)},
  found as materialized (
    select u.id, u.search_name, ${nameRankSql(words, 'u.search_name')} as rank from tenant_users u cross join typed
    where u.organization_id = $organizationId and u.id <> $userId and u.is_active
      and ${nameMatchSql(words)} and not ${isHidden('u.id')}
  ),
  page as (select * from found order by rank, search_name, id limit $limit offset $offset)
  select (select count(*)::int from found) as count,
    coalesce((select json_agg(${personJsonSql('u')}::jsonb || jsonb_build_object('gym_name', ${gymNameSql('u')},
      'friendship', case
        when exists (select from mates where mates.user_id = u.id) then 'friends'
        when exists (select from friend_requests r where r.organization_id = $organizationId and r.status = 'pending'
          and r.sender_id = $userId and r.receiver_id = u.id) then 'request_sent'
        when exists (select from friend_requests r where r.organization_id = $organizationId and ${isWaiting('r')}
          and r.receiver_id = $userId and r.sender_id = u.id) then 'request_received'
        else 'none' end) order by page.rank, page.search_name, page.id)
      from page join users u on u.id = page.id)::text, '[]') as results`,
  );

/** Members of the reader's organization by name, best match first. */
export async function findPeople(
  read: Read,
  { words, ...page }: PageOf & { words: readonly string[] },
): Promise<TextPage> {
  const [found] = await read(searchStatement(words.length), { ...page, words });
  return found!;
}
