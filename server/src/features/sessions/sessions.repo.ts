import type { ParsedInput } from '@spotter/contract/endpoint.ts';
import type { listSessions as listSessionsEndpoint } from '@spotter/contract/sessions/sessions.ts';
import { type Read, statement } from '#platform/db/statement.ts';
import { canJoinSql, hiddenPeopleCte, opensToSql, readerJoins, sessionJoins, sessionJson } from './sessions.read.ts';

export type SessionQuery = ParsedInput<typeof listSessionsEndpoint>['query'];

export type SessionReader = {
  organizationId: string;
  userId: string;
  gymIds: readonly string[];
  managesGyms: boolean;
  zone: string | null;
};

const LONGEST_SESSION = `interval '8 hours'`;

/** Where a page ended: the start, in microseconds since 1970 as PostgreSQL keeps it, and the id of its last session. */
export type Position = { startsAt: string; id: string };
const microsecondsSql = `(extract(epoch from starts_at) * 1000000)::bigint::text`;

const partOfDaySql = `(select case when hour < 12 then 'morning' when hour < 17 then 'afternoon' else 'evening' end
  from gyms g, extract(hour from s.starts_at at time zone g.timezone) hour
  where g.organization_id = s.organization_id and g.id = s.gym_id)`;

/** Each filter that is asked for adds its condition; the same set of filters is always the same prepared statement. */
function conditions(query: SessionQuery, value: (given: unknown) => string): [string, string][] {
  const when = (name: string, asked: unknown, condition: () => string): [string, string][] =>
    asked ? [[name, condition()]] : [];
  // The bound on the start, which follows from the longest length, is what the index can use.
  const since = (moment: string) => `s.ends_at > ${moment} and s.starts_at > ${moment} - ${LONGEST_SESSION}`;
  return [
    ['from', query.from ? since(`${value(query.from)}::timestamptz`) : since('now()')],
    ...when('to', query.to, () => `s.starts_at < ${value(query.to)}::timestamptz`),
    ...when('type', query.workout_type, () => `s.workout_type = ${value(query.workout_type)}`),
    ...when('level', query.level, () => opensToSql(`${value(query.level)}::text`)),
    ...when('part', query.part_of_day, () => `${partOfDaySql} = ${value(query.part_of_day)}`),
    ...when('mine', query.mine, () => 'mine.user_id is not null'),
    ...when('joinable', query.joinable, () => canJoinSql),
    ...when(
      'waiting',
      query.waiting,
      () => `exists (select from session_waitlist w where w.organization_id = $1
      and w.session_id = s.id and w.user_id = $2 and w.status in ('waiting', 'offered'))`,
    ),
    ...when('host', query.host, () => `s.creator_id = ${value(query.host)}::uuid`),
    ...when('series', query.series, () => `s.series_id = ${value(query.series)}::uuid`),
    ...when(
      'text',
      query.text,
      () => `position(lower(${value(query.text)}) in lower(s.title || ' ' || s.description)) > 0`,
    ),
  ];
}

/** One statement: the page as JSON text, how many there are in all, and where the page ended. */
export async function listSessions(read: Read, reader: SessionReader, query: SessionQuery, after: Position | null) {
  const values: unknown[] = [reader.organizationId, reader.userId, reader.gymIds, reader.managesGyms, reader.zone];
  const value = (given: unknown) => `$${values.push(given)}`;
  const filters = conditions(query, value);
  const latest = query.order === 'latest';
  const direction = latest ? 'desc' : 'asc';
  const spot = after
    ? `where (starts_at, id) ${latest ? '<' : '>'} (timestamptz 'epoch' + ${value(after.startsAt)}::bigint * interval '1 microsecond', ${value(after.id)}::uuid)`
    : '';
  const limit = value(query.page_size);
  const offset = value(after ? 0 : (query.page - 1) * query.page_size);

  const name = [
    'sessions',
    query.order,
    after ? 'after' : '',
    ...filters.map(([filter]) => filter),
    query.from ? 'since' : '',
  ].join(':');
  const text = `
    with ${hiddenPeopleCte},
    found as (
      select s.starts_at, s.id from sessions s ${readerJoins}
      where s.organization_id = $1 and s.gym_id = any($3::uuid[]) and s.status = 'active'
        and not s.creator_id = any((select ids from hidden)::uuid[])
        and ${filters.map(([, condition]) => condition).join(' and ')}
    ),
    page as (
      select starts_at, id from found ${spot} order by starts_at ${direction}, id ${direction} limit ${limit} offset ${offset}
    )
    select (select count(*) from found) as count,
      (select json_build_array(${microsecondsSql}, id) from page order by starts_at ${latest ? 'asc' : 'desc'}, id ${latest ? 'asc' : 'desc'} limit 1) as last,
      (select count(*) from page) as length,
      coalesce((
        select '[' || string_agg(${sessionJson}::text, ',' order by s.starts_at ${direction}, s.id ${direction}) || ']'
        from page join sessions s on s.organization_id = $1 and s.id = page.id ${sessionJoins}
      ), '[]') as results`;
  const [row] = await read(
    statement<{ count: number; last: [string, string] | null; length: number; results: string }>(name, text),
    values,
  );
  return row!;
}
