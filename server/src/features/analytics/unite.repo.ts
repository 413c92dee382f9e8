import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';

const unitedDays = { organizationId: 'uuid', gymIds: 'uuid[]', days: 'text[]' } as const;
const daysCtes = `days as materialized (select distinct day::date as day from unnest($days) day),
  months as materialized (select distinct date_trunc('month', day)::date as month from days)`;

const forgetUnitedStatement = statement(
  'forget-analytics-united',
  unitedDays,
)<object>(
  `with ${daysCtes}, gym_months as (
    delete from analytics_people p using months m
    where p.organization_id = $organizationId and p.gym_id = any($gymIds) and p.kind = 'active_month' and p.day = m.month
  ), organization_months as (
    delete from analytics_people p using months m
    where p.organization_id = $organizationId and p.gym_id is null and p.kind = 'active_month' and p.day = m.month
  )
  delete from analytics_people p using days d
  where p.organization_id = $organizationId and p.gym_id is null and p.kind in ('active', 'joined') and p.day = d.day`,
);

const uniteDaysStatement = statement('unite-analytics-days', { organizationId: 'uuid', days: 'text[]' })<object>(
  `with ${daysCtes}
  insert into analytics_people (organization_id, kind, day, block, members)
  select $organizationId, p.kind, p.day, p.block, bit_or(p.members)
  from days d join gyms g on g.organization_id = $organizationId
  join analytics_people p on p.organization_id = g.organization_id and p.gym_id = g.id and p.kind in ('active', 'joined')
    and p.day = d.day
  group by p.kind, p.day, p.block`,
);

const uniteMonth = (ofWhom: string) => `select p.gym_id, m.month, p.block, p.members from months m
    join analytics_people p on p.organization_id = $organizationId and ${ofWhom} and p.kind = 'active'
      and p.day >= m.month and p.day < m.month + interval '1 month'`;
const uniteMonthsStatement = statement(
  'unite-analytics-months',
  unitedDays,
)<object>(
  `with ${daysCtes}
  insert into analytics_people (organization_id, gym_id, kind, day, block, members)
  select $organizationId, gym_id, 'active_month', month, block, bit_or(members)
  from (${uniteMonth('p.gym_id = any($gymIds)')} union all ${uniteMonth('p.gym_id is null')}) days
  group by gym_id, month, block`,
);

/**
 * Unites again what has just been counted: the days of all gyms together, and the months of these gyms and of all
 * together. So a long period is read from few rows, and needs the days at its ends only.
 */
export async function unitePeople(
  tx: Db,
  changed: { organizationId: string; gymIds: readonly string[]; days: readonly string[] },
): Promise<void> {
  await run(tx, forgetUnitedStatement, changed);
  await run(tx, uniteDaysStatement, changed);
  await run(tx, uniteMonthsStatement, changed);
}
