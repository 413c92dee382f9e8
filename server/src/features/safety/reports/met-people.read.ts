import type { Returns } from '@spotter/contract/api/endpoint.ts';
import type { listMetPeople, listReportable } from '@spotter/contract/safety/reports.ts';
import { wordsSql } from '#features/messages/index.ts';
import { instantSql } from '#platform/db/json.ts';
import type { Read } from '#platform/db/reads.ts';
import { statement } from '#platform/db/statement.ts';
import { contactsSql, hasMet, wasBeforeBlock, wasInSession } from '../met.repo.ts';

/*
 * Where a member finds whom and what to report when a block hides it. It lists everybody they have met, and marks nobody,
 * so that it doesn't say who has blocked them.
 */

const personJson = `'id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_color', u.avatar_color`;

type MetPeople = Pick<Returns<typeof listMetPeople>, 'count' | 'results'>;
const listStatement = statement('met-people', {
  organizationId: 'uuid',
  userId: 'uuid',
  words: 'text[]',
  limit: 'int',
  offset: 'int',
})<MetPeople>(
  `with met as (select user_id, max(at) as at from (${contactsSql}) contacts where user_id <> $userId group by user_id),
  found as materialized (
    select u.*, met.at from met join users u on u.id = met.user_id and u.organization_id = $organizationId and u.is_active
    where not exists (select from unnest($words) word where position(btrim(fold_name(word)) in u.search_name) = 0)),
  page as (select * from found order by at desc, id limit $limit offset $offset)
  select (select count(*)::int from found) as count,
    coalesce((select json_agg(json_build_object(${personJson}, 'met_at', ${instantSql('u.at')}) order by u.at desc, u.id)
      from page u), '[]') as results`,
);

type Page = { organizationId: string; userId: string; words: readonly string[]; limit: number; offset: number };

/** A page of the people a member has met, whose names have all of the words; the latest contact first. */
export async function readMetPeople(read: Read, page: Page): Promise<MetPeople> {
  const [found] = await read(listStatement, page);
  return found!;
}

const MOST_THINGS = 50;

const thingsStatement = statement('reportable-things', { organizationId: 'uuid', userId: 'uuid', otherId: 'uuid' })<
  Returns<typeof listReportable>
>(
  `with things as (
    (select 'message' as kind, m.id, coalesce(c.name, '') as title, ${wordsSql('m')} as text, m.photo_key is not null as has_photo,
        m.created_at as at
      from messages m
        join conversation_members me on me.organization_id = $organizationId and me.conversation_id = m.conversation_id
          and me.user_id = $userId and me.joined_seq < m.seq
        join conversations c on c.organization_id = $organizationId and c.id = m.conversation_id
      where m.organization_id = $organizationId and m.sender_id = $otherId and m.deleted_at is null
        and m.kind in ('text', 'photo', 'poll') and ${wasBeforeBlock('coalesce(m.edited_at, m.created_at)', '$otherId')}
      order by m.created_at desc limit ${MOST_THINGS})
    union all
    (select 'session_message', m.id, s.title, m.content, false, m.created_at
      from session_messages m join sessions s on s.organization_id = $organizationId and s.id = m.session_id
      where m.organization_id = $organizationId and m.sender_id = $otherId and m.deleted_at is null and m.kind = 'text'
        and ${wasInSession('$otherId')} and ${wasBeforeBlock('coalesce(m.edited_at, m.created_at)', '$otherId')}
      order by m.created_at desc limit ${MOST_THINGS})
    union all
    (select 'session', s.id, case when ${wasBeforeBlock('s.updated_at', '$otherId')} then s.title else 'Session' end,
        case when ${wasBeforeBlock('s.updated_at', '$otherId')} then s.description else '' end, false, s.created_at
      from sessions s
      where s.organization_id = $organizationId and s.creator_id = $otherId and ${wasBeforeBlock('s.created_at', '$otherId')}
        and (${wasInSession('$otherId')} or exists (select from session_invites i
          where i.organization_id = $organizationId and i.session_id = s.id and i.user_id = $userId))
      order by s.created_at desc limit ${MOST_THINGS})
  ), newest as (select * from things order by at desc, id limit ${MOST_THINGS})
  select json_build_object(${personJson}) as person,
    coalesce((select json_agg(json_build_object('kind', kind, 'id', id, 'title', title, 'text', text, 'has_photo', has_photo,
      'at', ${instantSql('at')}) order by at desc, id) from newest), '[]') as things
  from users u where u.organization_id = $organizationId and u.id = $otherId and u.id <> $userId and u.is_active
    and ${hasMet('u.id')}`,
);

/** What a member can report of another one they have met; undefined if they haven't. */
export async function readReportable(read: Read, pair: { organizationId: string; userId: string; otherId: string }) {
  const [found] = await read(thingsStatement, pair);
  return found;
}
