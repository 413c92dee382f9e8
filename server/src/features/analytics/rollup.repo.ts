import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';

/** Members in one bit string of `analytics_people`. */
export const BLOCK = 8192;
export const noMembers = `'0'::bit(${BLOCK})`;

const inOrganization = { organizationId: 'uuid' } as const;

const lockStatement = statement(
  'lock-analytics',
  inOrganization,
)<object>(
  `insert into analytics_refreshes (organization_id) values ($organizationId)
  on conflict (organization_id) do update set refreshed_at = now()`,
);

/** A gym that is marked as a whole starts over: what was kept goes, and every day it has or had something on is marked. */
const startOverStatement = statement(
  'start-analytics-over',
  inOrganization,
)<object>(
  `with marks as (delete from analytics_changes where organization_id = $organizationId and at is null returning gym_id),
  whole as (select distinct gym_id from marks),
  days as (delete from analytics_days t using whole w where t.organization_id = $organizationId and t.gym_id = w.gym_id),
  hours as (delete from analytics_hours t using whole w where t.organization_id = $organizationId and t.gym_id = w.gym_id),
  types as (delete from analytics_types t using whole w where t.organization_id = $organizationId and t.gym_id = w.gym_id),
  people as (delete from analytics_people t using whole w where t.organization_id = $organizationId and t.gym_id = w.gym_id
    returning t.gym_id, t.day)
  insert into analytics_changes (organization_id, gym_id, at)
  select $organizationId, gym_id, min(at) from (
    select s.gym_id, s.starts_at as at from whole join sessions s using (gym_id) where s.organization_id = $organizationId
    union all
    select u.gym_id, u.created_at from whole join user_gyms u using (gym_id) where u.organization_id = $organizationId
    union all
    select distinct p.gym_id, (p.day + time '12:00') at time zone g.timezone from people p
      join gyms g on g.organization_id = $organizationId and g.id = p.gym_id
  ) moments join gyms g on g.organization_id = $organizationId and g.id = gym_id
  group by gym_id, (at at time zone g.timezone)::date`,
);

/**
 * Takes marks off days that are then counted, the latest days first. Marks of deleted gyms have no zone any more; all
 * days they may be about come with the gym null.
 */
const takeStatement = statement('take-analytics-changes', { organizationId: 'uuid', most: 'int' })<{
  gymId: string | null;
  day: string;
  timezone: string;
}>(
  `with marks as materialized (
    select c.id, c.gym_id, g.timezone, (c.at at time zone coalesce(g.timezone, 'UTC'))::date as day
    from analytics_changes c left join gyms g on g.organization_id = c.organization_id and g.id = c.gym_id
    where c.organization_id = $organizationId and c.at is not null
  ), chosen as materialized (
    select distinct gym_id, timezone, day from marks where timezone is not null order by day desc, gym_id limit $most
  ), taken as (
    delete from analytics_changes c using marks m left join chosen o using (gym_id, day)
    where c.organization_id = $organizationId and c.id = m.id and (o.gym_id is not null or m.timezone is null)
  )
  select gym_id as "gymId", day, timezone from chosen
  union all
  select distinct null::uuid, day + near, 'UTC' from marks, generate_series(-1, 1) near where timezone is null`,
);

const numberStatement = statement(
  'number-analytics-members',
  inOrganization,
)<object>(
  `with fresh as materialized (
    select u.id, row_number() over (order by u.created_at, u.id) - 1 as position from users u
    where u.organization_id = $organizationId and not exists (select from analytics_members m
      where m.organization_id = u.organization_id and m.user_id = u.id)
  ), counter as (
    update analytics_refreshes r set next_number = r.next_number + (select count(*) from fresh)
    where r.organization_id = $organizationId and exists (select from fresh)
    returning r.next_number - (select count(*) from fresh) as first
  )
  insert into analytics_members (organization_id, user_id, number)
  select $organizationId, fresh.id, counter.first + fresh.position from fresh, counter`,
);

const gymDays = { organizationId: 'uuid', gymIds: 'uuid[]', days: 'text[]' } as const;
/** Days are a little wider here, for zones that skip or repeat midnight; the exact day is compared as well. */
const within = (moment: string) => `${moment} >= (a.day::timestamp at time zone a.timezone) - interval '3 hours'
  and ${moment} < ((a.day + 1)::timestamp at time zone a.timezone) + interval '3 hours'
  and (${moment} at time zone a.timezone)::date = a.day`;

const forget = (table: string) => `delete from ${table} t using affected a
  where t.organization_id = $organizationId and t.gym_id = a.gym_id and t.day = a.day`;
const forgetStatement = statement(
  'forget-analytics-days',
  gymDays,
)<object>(
  `with affected as materialized (select gym_id, day::date as day from unnest($gymIds, $days) as a (gym_id, day)),
  hours as (${forget('analytics_hours')}),
  types as (${forget('analytics_types')}),
  people as (${forget('analytics_people')})
  ${forget('analytics_days')}`,
);

const countStatement = statement('count-analytics-days', { ...gymDays, timezones: 'text[]' })<object>(
  `with affected as materialized (
    select gym_id, day::date as day, timezone from unnest($gymIds, $days, $timezones) as a (gym_id, day, timezone)
  ), held as materialized (
    select a.gym_id, a.day, s.id, extract(hour from s.starts_at at time zone a.timezone)::int as hour, s.workout_type,
      s.current_participants as joins, s.max_participants as spots
    from affected a join sessions s on s.organization_id = $organizationId and s.gym_id = a.gym_id
      and s.status = 'active' and ${within('s.starts_at')}
  ), people as materialized (
    select h.gym_id, h.day, p.user_id, p.attended from held h
    join session_participants p on p.organization_id = $organizationId and p.session_id = h.id
  ), joined as (
    select a.gym_id, a.day, u.user_id from affected a join user_gyms u on u.organization_id = $organizationId
      and u.gym_id = a.gym_id and ${within('u.created_at')}
  ), hours as (
    insert into analytics_hours (organization_id, gym_id, day, hour, sessions, joins)
    select $organizationId, gym_id, day, hour, count(*), sum(joins) from held group by gym_id, day, hour
  ), types as (
    insert into analytics_types (organization_id, gym_id, day, workout_type, sessions, joins)
    select $organizationId, gym_id, day, workout_type, count(*), sum(joins) from held group by gym_id, day, workout_type
  ), bits as (
    insert into analytics_people (organization_id, gym_id, kind, day, block, members)
    select $organizationId, gym_id, kind, day, number / ${BLOCK}, bit_or(set_bit(${noMembers}, number % ${BLOCK}, 1))
    from (
      select gym_id, 'active' as kind, day, user_id from people where attended is not false
      union all
      select gym_id, 'joined', day, user_id from joined
    ) sets join analytics_members m on m.organization_id = $organizationId and m.user_id = sets.user_id
    group by gym_id, kind, day, number / ${BLOCK}
  )
  insert into analytics_days (organization_id, gym_id, day, sessions, joins, spots, confirmed, attended)
  select $organizationId, gym_id, day, sessions, joins, spots, coalesce(confirmed, 0), coalesce(attended, 0)
  from (select gym_id, day, count(*) as sessions, sum(joins) as joins, sum(spots) as spots from held group by gym_id, day) s
  left join (
    select gym_id, day, count(attended) as confirmed, count(*) filter (where attended) as attended
    from people group by gym_id, day
  ) p using (gym_id, day)`,
);

/** Waits for another count of the same organization. */
export async function lockCounts(tx: Db, organizationId: string): Promise<void> {
  await run(tx, lockStatement, { organizationId });
}

export async function startOver(tx: Db, organizationId: string): Promise<void> {
  await run(tx, startOverStatement, { organizationId });
}

export const takeMarks = (tx: Db, organizationId: string, most: number) =>
  run(tx, takeStatement, { organizationId, most });

/** Gives new members the numbers that their bits stand at. */
export async function numberMembers(tx: Db, organizationId: string): Promise<void> {
  await run(tx, numberStatement, { organizationId });
}

type GymDays = { organizationId: string; gymIds: readonly string[]; days: readonly string[] };

export async function forgetDays(tx: Db, gymDays: GymDays): Promise<void> {
  await run(tx, forgetStatement, gymDays);
}

export async function countDays(tx: Db, gymDays: GymDays & { timezones: readonly string[] }): Promise<void> {
  await run(tx, countStatement, gymDays);
}

const changedStatement = statement(
  'changed-organizations',
  {},
)<{ organizationId: string; exists: boolean }>(
  `select c.organization_id as "organizationId", o.id is not null as exists
  from (select distinct organization_id from analytics_changes) c left join organizations o on o.id = c.organization_id`,
);

/** The organizations with marked days, and whether each still exists. */
export const changedOrganizations = (db: Db) => run(db, changedStatement, {});

export async function forgetMarks(db: Db, organizationId: string): Promise<void> {
  await db.deleteFrom('analytics_changes').where('organization_id', '=', organizationId).execute();
}

const patienceStatement = statement('count-patience', {})("set local statement_timeout = '5min'");

/** The first count of a large organization takes longer than a request may. */
export async function allowLongCount(tx: Db): Promise<void> {
  await run(tx, patienceStatement, {});
}
