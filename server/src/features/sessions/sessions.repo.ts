import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import { facesInList, sessionLimits } from '@spotter/contract/sessions/limits.ts';
import type { listSessions as listSessionsEndpoint } from '@spotter/contract/sessions/sessions.ts';
import { hiddenCte } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { jsonTextSql } from '#platform/db/json.ts';
import type { Read } from '#platform/db/reads.ts';
import { variants } from '#platform/db/statement.ts';
import {
  canJoinSql,
  firstParticipantsJson,
  opensToSql,
  readerJoins,
  readerValues,
  type SessionReader,
  sessionFieldJoins,
  sessionFields,
} from './sessions.read.ts';
import { visibleSession } from './visibility.repo.ts';

export type SessionQuery = ParsedInput<typeof listSessionsEndpoint>['query'];

const LONGEST_SESSION = `interval '${sessionLimits.minutes.most} minutes'`;

/** Where a page ended: its last session's start, in microseconds since 1970 as PostgreSQL stores it, and id. */
export type Position = { startsAt: string; id: string };
const microsecondsSql = `(extract(epoch from starts_at) * 1000000)::bigint::text`;

const partOfDaySql = `(select case when hour < 12 then 'morning' when hour < 17 then 'afternoon' else 'evening' end
  from gyms g, extract(hour from s.starts_at at time zone g.timezone) hour
  where g.organization_id = s.organization_id and g.id = s.gym_id)`;

// The bound on the start follows from the maximum length and lets the index narrow the search.
const since = (moment: string) => `s.ends_at > ${moment} and s.starts_at > ${moment} - ${LONGEST_SESSION}`;

/** Managers see every session; one for invited people is offered to those who haven't answered. */
const isOfferedSql = `(not s.invite_only or exists (select from session_invites i
  where i.organization_id = s.organization_id and i.session_id = s.id and i.user_id = $userId and i.declined_at is null))`;

const isInvitedSql = `s.id in (select i.session_id from session_invites i
  where i.organization_id = $organizationId and i.user_id = $userId and i.declined_at is null)`;

/** Each requested filter adds a condition; the same filters always give the same prepared statement. */
const filters = {
  to: `s.starts_at < $to`,
  workout_type: `s.workout_type = $workout_type`,
  level: opensToSql('$level'),
  part_of_day: `${partOfDaySql} = $part_of_day`,
  mine: 'mine.user_id is not null',
  joinable: `${canJoinSql} and ${isOfferedSql}`,
  invited: `${isInvitedSql} and ${canJoinSql}`,
  waiting: `exists (select from session_waitlist w where w.organization_id = $organizationId
    and w.session_id = s.id and w.user_id = $userId and w.status in ('waiting', 'offered'))`,
  host: `s.creator_id = $host`,
  series: `s.series_id = $series`,
} satisfies { [K in keyof SessionQuery]?: string };
type Filter = keyof typeof filters;

/** Reading every description of a large gym would take long, so a search goes through the first sessions alone. */
const withText = (candidates: string, order: string) => `
  select starts_at, id from (${candidates} order by ${order} limit ${sessionLimits.searched}) candidate
  where position(lower($text) in lower(title || ' ' || description)) > 0`;

const variant = variants(
  {
    ...readerValues,
    from: 'timestamptz?',
    to: 'timestamptz?',
    workout_type: 'text?',
    level: 'text?',
    part_of_day: 'text?',
    host: 'uuid?',
    series: 'uuid?',
    text: 'text?',
    startsAt: 'text?',
    id: 'uuid?',
    limit: 'int',
    offset: 'int',
  },
  { onePlan: true },
)<{ count: number; last: [string, string] | null; length: number; results: string }>();

function listStatement(query: SessionQuery, after: Position | null) {
  const asked = (Object.keys(filters) as Filter[]).filter((filter) => query[filter]);
  const from = query.from ? 'from' : 'now';
  const key = ['sessions', query.order, after ? 'after' : '', from, query.text ? 'text' : '', ...asked];
  return variant(key.join(':'), () => {
    const [direction, backwards, beyond] = query.order === 'latest' ? ['desc', 'asc', '<'] : ['asc', 'desc', '>'];
    const conditions = [since(query.from ? '$from' : 'now()'), ...asked.map((filter) => filters[filter])];
    const position = `(timestamptz 'epoch' + $startsAt::bigint * interval '1 microsecond', $id)`;
    const matching = `select s.starts_at, s.id${query.text ? ', s.title, s.description' : ''} from sessions s ${readerJoins}
      where ${visibleSession} and s.status = 'active' and ${conditions.join(' and ')}`;
    return `
    with ${hiddenCte},
    found as (${query.text ? withText(matching, `s.starts_at ${direction}, s.id ${direction}`) : matching}),
    page as (
      select starts_at, id from found ${after ? `where (starts_at, id) ${beyond} ${position}` : ''}
      order by starts_at ${direction}, id ${direction} limit $limit offset $offset
    )
    select (select count(*) from found) as count,
      (select json_build_array(${microsecondsSql}, id) from page order by starts_at ${backwards}, id ${backwards} limit 1) as last,
      (select count(*) from page) as length,
      coalesce((
        select '[' || string_agg(${jsonTextSql(sessionFields(firstParticipantsJson(facesInList)))}, ',' order by s.starts_at ${direction}, s.id ${direction}) || ']'
        from page join sessions s on s.organization_id = $organizationId and s.id = page.id ${sessionFieldJoins}
      ), '[]') as results`;
  });
}

/** One statement: the page as JSON text, the total, and where the page ended. */
export async function listSessions(read: Read, reader: SessionReader, query: SessionQuery, after: Position | null) {
  const { from = null, to = null, workout_type = null, level = null, part_of_day = null } = query;
  const { host = null, series = null, text = null } = query;
  const [row] = await read(listStatement(query, after), {
    ...reader,
    ...{ from, to, workout_type, level, part_of_day, host, series, text },
    startsAt: after?.startsAt ?? null,
    id: after?.id ?? null,
    limit: query.page_size,
    offset: after ? 0 : (query.page - 1) * query.page_size,
  });
  return row!;
}

export async function readMembers(
  tx: Db,
  { organizationId, sessionId }: { organizationId: string; sessionId: string },
): Promise<string[]> {
  const members = await tx
    .selectFrom('session_participants')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('session_id', '=', sessionId)
    .execute();
  return members.map(({ user_id }) => user_id);
}
