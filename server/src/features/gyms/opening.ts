import { sql } from 'kysely';
import type { Db } from '#platform/db/connect.ts';

type Stay = { organizationId: string; gymId: string; startsAt: string | Date; minutes: number };

/**
 * Whether a gym is open for the whole of a stay: its spans of each day add up, in its own zone, and on a day with a
 * schedule change the newest of those holds. Moments are compared, not wall clocks, so daylight saving needs no rule.
 */
export async function isOpen(db: Db, { organizationId, gymId, startsAt, minutes }: Stay): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    with stay as (
      select g.timezone as zone, ${startsAt}::timestamptz as starts, ${startsAt}::timestamptz + make_interval(mins => ${minutes}) as ends
      from gyms g where g.organization_id = ${organizationId} and g.id = ${gymId}
    ), days as (
      select zone, starts, ends, day::date as day from stay,
        generate_series((starts at time zone zone)::date, (ends at time zone zone)::date, interval '1 day') day
    ), spans as (
      select d.zone, d.day, o.opens, o.closes
      from days d cross join lateral (
        select opens, closes from schedule_overrides
        where organization_id = ${organizationId} and gym_id = ${gymId} and d.day between first_day and last_day
        order by created_at desc, id desc limit 1
      ) o where o.opens is not null
      union all
      select d.zone, d.day, h.opens, h.closes
      from days d join operating_hours h on h.organization_id = ${organizationId} and h.gym_id = ${gymId}
        and h.weekday = extract(isodow from d.day) - 1
      where not exists (select from schedule_overrides
        where organization_id = ${organizationId} and gym_id = ${gymId} and d.day between first_day and last_day)
    )
    select coalesce((select range_agg(tstzrange((day + opens::time) at time zone zone, (day + closes::time) at time zone zone))
        from spans) @> (select tstzrange(starts, ends) from stay), false) as open`.execute(db);
  return rows[0]?.open ?? false;
}
