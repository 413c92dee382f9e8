import type { Db } from '#platform/db/connect.ts';
import { run, send, statement } from '#platform/db/statement.ts';

type Stays = { organizationId: string; gymId: string; minutes: number; starts: readonly (string | Date)[] };

const overridesOn = (
  day: string,
  date: string,
) => `schedule_overrides x where x.organization_id = ${day}.organization_id
  and x.gym_id = ${day}.gym_id and ${date} between x.first_day and x.last_day`;

/** SQL for a minute of the day as a time on the wall, and back. */
export const minuteSql = (minute: string) => `to_char(make_interval(mins => ${minute}), 'HH24:MI')`;
const minutesSql = (time: string) => `(extract(epoch from ${time}::interval) / 60)::int`;

/**
 * SQL for a gym's opening spans on a day: those of the newest special hours for it, else the weekly ones. A night
 * belongs to the day it began, so the rest of one goes with the day before.
 */
export const spansSql = (day: string) => `(
  select ${minuteSql('lower(today.part)')} as opens, ${minuteSql('upper(today.part)')} as closes
  from generate_series(0, 1) days_before, lateral (
    select x.opens, x.closes, x.more_hours from ${overridesOn(day, `${day}.day - days_before`)}
    order by x.created_at desc, x.id desc limit 1
  ) o, lateral (
    select int4range(${minutesSql('o.opens')}, ${minutesSql('o.closes')}
      + case when ${minutesSql('o.closes')} <= ${minutesSql('o.opens')} then 1440 else 0 end) as minutes
    where o.opens is not null
    union all select unnest(o.more_hours)
  ) span, lateral (
    select int4range(lower(span.minutes) - 1440 * days_before, upper(span.minutes) - 1440 * days_before)
      * int4range(0, 1440) as part
  ) today where not isempty(today.part)
  union all
  select h.opens, h.closes from operating_hours h, lateral (
    select exists (select from operating_hours p where p.organization_id = h.organization_id and p.gym_id = h.gym_id
      and h.opens = '00:00' and h.closes <> '24:00' and p.weekday = (h.weekday + 6) % 7 and p.closes = '24:00'
      and p.opens collate "C" >= h.closes)::int as days_before
  ) night
  where h.organization_id = ${day}.organization_id and h.gym_id = ${day}.gym_id
    and h.weekday = extract(isodow from ${day}.day) - 1
    and not exists (select from ${overridesOn(day, `${day}.day - night.days_before`)}))`;

/**
 * SQL for the first instant clocks show a time. When clocks go back PostgreSQL takes the second, which is right for
 * closing, but would open the gym late.
 */
const firstSql = (
  wall: string,
  zone: string,
) => `(select min(c.moment) from unnest(array[interval '0', '30 minutes', '1 hour',
  '2 hours']) earlier, lateral (select ${wall} at time zone ${zone} - earlier as moment) c
  where earlier = interval '0' or c.moment at time zone ${zone} = ${wall})`;

/** SQL for the opening spans of a day in a zone as instants, and the condition they meet. Aliases: d the day, span. */
const instantsSql = (zone: string) => `lateral ${spansSql('d')} s,
    lateral (select ${firstSql('(d.day + s.opens::time)', zone)} as opens,
      (d.day + s.closes::time) at time zone ${zone} as closes) span
  where span.opens < span.closes`;

const localDay = (moment: string, zone: string) => `(${moment} at time zone ${zone})::date::timestamp`;

/** SQL for the instants at which a gym is open on the days of a stay. */
const openTimesSql = (stay: string) => `(
  select range_agg(tstzrange(span.opens, span.closes))
  from generate_series(${localDay(`${stay}.starts`, `${stay}.zone`)}, ${localDay(`${stay}.ends`, `${stay}.zone`)},
      interval '1 day') midnight,
    lateral (select ${stay}.organization_id, ${stay}.gym_id, midnight::date as day) d,
    ${instantsSql(`${stay}.zone`)})`;

/**
 * SQL for whether a gym is open for a whole stay, a row of (organization_id, gym_id, zone, starts, ends), by adding up
 * the days' spans. It compares instants, so daylight saving needs no rule.
 */
export const openSql = (stay: string) =>
  `coalesce(${openTimesSql(stay)} @> tstzrange(${stay}.starts, ${stay}.ends), false)`;

/** How far ahead the same time of day is looked for: past a long holiday. */
const DAYS_AHEAD = 14;
const DAYS_AROUND = 2;

/** SQL for when each gym (gym_id, times) is open around a table of stays: each day is looked at once, however many stays it has. */
export const openAroundSql = (stays: string) => `
  select d.gym_id, range_agg(tstzrange(span.opens, span.closes)) as times
  from (select distinct stay.organization_id, stay.gym_id, stay.zone, midnight::date as day from ${stays} stay,
      generate_series(${localDay('stay.starts', 'stay.zone')} - interval '${DAYS_AROUND} days',
        ${localDay('stay.ends', 'stay.zone')} + interval '${DAYS_AHEAD} days', interval '1 day') midnight) d,
    ${instantsSql('d.zone')}
  group by d.gym_id`;

/** SQL for the same time on the wall on the first day, from the stay's own, on which a gym is open for all of it, and that is free. */
export const sameTimeSql = (stay: string, times: string, isFree: (moment: string) => string) => `(
  select at.moment from generate_series(0, ${DAYS_AHEAD}) days,
    lateral (select ((${stay}.starts at time zone ${stay}.zone) + make_interval(days => days)) at time zone ${stay}.zone as moment) at
  where at.moment > now() and ${times} @> tstzrange(at.moment, at.moment + (${stay}.ends - ${stay}.starts))
    and ${isFree('at.moment')}
  order by days limit 1)`;

/** SQL for the nearest future start, at most two days away, at which a gym is open for a whole stay. */
export const nearestOpenSql = (stay: string, times: string) => `(
  select c.start from unnest(${times} * tstzmultirange(tstzrange(${stay}.starts - interval '${DAYS_AROUND} days',
      ${stay}.ends + interval '${DAYS_AROUND} days'))) o (times),
    lateral (select greatest(lower(o.times),
      least(${stay}.starts, upper(o.times) - (${stay}.ends - ${stay}.starts))) as start) c
  where upper(o.times) - lower(o.times) >= ${stay}.ends - ${stay}.starts and c.start > now()
  order by greatest(c.start - ${stay}.starts, ${stay}.starts - c.start), c.start limit 1)`;

const holdStatement = statement('hold-gym-hours', { organizationId: 'uuid', gymId: 'uuid' })(
  'select from gyms where organization_id = $organizationId and id = $gymId for key share',
);

/** Keeps a gym's hours from changing before the commit, for a check that follows. */
export const holdHours = (tx: Db, gym: { organizationId: string; gymId: string }): void =>
  send(tx, holdStatement, { organizationId: gym.organizationId, gymId: gym.gymId });

const openStatement = statement('gym-open', {
  organizationId: 'uuid',
  gymId: 'uuid',
  minutes: 'int',
  starts: 'text[]',
})<{ open: boolean }>(`
  select ${openSql('stay')} as open
  from unnest($starts::timestamptz[]) with ordinality as given (starts, place)
    left join lateral (
      select g.organization_id, g.id as gym_id, g.timezone as zone, given.starts,
        given.starts + make_interval(mins => $minutes) as ends
      from gyms g where g.organization_id = $organizationId and g.id = $gymId and g.is_active
    ) stay on true
  order by given.place`);

/** Whether a gym is open for the whole of each stay; all stays have the same length. */
export async function areOpen(db: Db, { starts, ...stays }: Stays): Promise<boolean[]> {
  const moments = starts.map((moment) => new Date(moment).toISOString());
  return (await run(db, openStatement, { ...stays, starts: moments })).map(({ open }) => open);
}
