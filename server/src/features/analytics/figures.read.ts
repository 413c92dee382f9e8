import type { WorkoutType } from '@spotter/contract/sessions/sessions.ts';
import type { z } from 'zod';
import type { Read } from '#platform/db/reads.ts';
import { statement, variants } from '#platform/db/statement.ts';
import { noMembers } from './rollup.repo.ts';

/** Sums that figures are made of, of one gym or of the whole scope (null), in the period or in the one before. */
export type Sums = {
  gym_id: string | null;
  current: boolean;
  sessions: number;
  joins: number;
  spots: number;
  confirmed: number;
  attended: number;
};
export type People = { gym_id: string | null; current: boolean; active_members: number; new_members: number };
export type DayCounts = {
  day: string;
  sessions: number;
  joins: number;
  spots: number;
  confirmed: number;
  attended: number;
};
export type DayPeople = { day: string; active_members: number };
export type DayNew = { day: string; new_members: number };
export type HourCounts = { weekday: number; hour: number; sessions: number; joins: number };
export type TypeCounts = { workout_type: z.output<typeof WorkoutType>; sessions: number; joins: number };
export type WeekCohort = { week: string; members: number; active_by_week: number[] };
export type MonthCohort = { month: string; members: number; active_by_month: number[] };

const period = { organizationId: 'uuid', gymIds: 'uuid[]?', from: 'date', to: 'date' } as const;
const both = { ...period, before: 'date' } as const;
type Period = { organizationId: string; gymIds: readonly string[] | null; from: string; to: string };
type Both = Period & { before: string };

/** Whose people are counted: of all gyms together, which are united already, or of some of them. */
export type Whose = 'organization' | 'gyms';

const ofGyms = 'organization_id = $organizationId and gym_id = any($gymIds)';
const ofWhom: Record<Whose, string> = {
  organization: 'organization_id = $organizationId and gym_id is null',
  gyms: ofGyms,
};

/** A statement that selects lists always has one row. */
const one = <R>([row]: R[]): R => {
  if (!row) throw new Error('The figures have no row.');
  return row;
};

const listOf = (text: string) => `coalesce((select json_agg(found) from (${text}) found), '[]')`;

/** Who got access to one of the gyms on which day; everyone before `since` counts as the day before it. */
const joinedCte = (whose: Whose, since: string) => `joined as (
    select greatest(day, ${since}::date - 1) as day, block, bit_or(members) as members from analytics_people
    where ${ofWhom[whose]} and kind = 'joined' and day <= $to group by 1, 2
  )`;
/** How many members are new on a day: by how many more are known than on the day before. */
const newCtes = (whose: Whose, since: string) => `${joinedCte(whose, since)}, known as (
    select day, block, bit_count(bit_or(members) over (partition by block order by day)) as members from joined
  ), fresh as (
    select day, members - coalesce(lag(members) over (partition by block order by day), 0) as members from known
  )`;
/** Members by the first day they got access to one of the gyms. */
const firstsCtes = (whose: Whose, since: string) => `${joinedCte(whose, since)}, firsts as (
    select day, block, members & ~coalesce(
      bit_or(members) over (partition by block order by day rows between unbounded preceding and 1 preceding),
      ${noMembers}) as members
    from joined
  )`;

/** Both periods as whole months, and the days before and after these. */
const spansCte = `spans as materialized (
    select period.current, span.kind, span.first, span.last
    from (values (true, $from, $to), (false, $before, $from - 1)) period (current, first, last),
      lateral (select date_trunc('month', period.first + interval '1 month - 1 day')::date as begins,
        date_trunc('month', period.last + 1)::date as ends) months,
      lateral (values ('active_month', begins, ends - 1), ('active', period.first, least(begins - 1, period.last)),
        ('active', greatest(begins, ends), period.last)) span (kind, first, last)
  )`;
const figureCtes = (whose: Whose) => `${newCtes(whose, '$before')}, ${spansCte}, active as (
    select p.gym_id, s.current, p.block, bit_or(p.members) as members
    from spans s join analytics_people p on ${ofWhom[whose]} and p.kind = s.kind and p.day between s.first and s.last
    group by 1, 2, 3
  )`;
const sums = `select gym_id, day >= $from as current, sum(sessions) as sessions, sum(joins) as joins, sum(spots) as spots,
    sum(confirmed) as confirmed, sum(attended) as attended
  from analytics_days where ${ofGyms} and day between $before and $to
  group by grouping sets ((1, 2), (2))`;

/** Rows of counts; without the gyms' own, only of all together. */
const people = (
  gyms = '',
) => `select gym_id, current, sum(active)::int as active_members, sum(fresh)::int as new_members from (
    select null::uuid as gym_id, current, bit_count(bit_or(members)) as active, 0 as fresh from active group by current, block
    union all
    select null, day >= $from, 0, members from fresh where day >= $before
    ${gyms}
  ) counted group by 1, 2`;
const ofEachGym = `union all
    select gym_id, current, bit_count(members), 0 from active
    union all
    select gym_id, day >= $from, 0, bit_count(members) from analytics_people
    where ${ofGyms} and kind = 'joined' and day between $before and $to`;

const figureColumns = `${listOf(sums)} as sums, ${listOf(people())} as people`;
export type FigureRow = { sums: Sums[]; people: People[] };

/** The first day of a trend: of the period, or of the one before. */
type Since = '$from' | '$before';
const dayCounts = (since: Since) => `select day, ${['sessions', 'joins', 'spots', 'confirmed', 'attended'].map(
  (count) => `sum(${count})::int as ${count}`,
)} from analytics_days
  where ${ofGyms} and day between ${since} and $to group by day`;
const activeDays = (whose: Whose, since: Since = '$from') =>
  `analytics_people where ${ofWhom[whose]} and kind = 'active' and day between ${since} and $to`;
const dayPeople = (whose: Whose, since: Since) =>
  whose === 'organization'
    ? `select day, sum(bit_count(members))::int as active_members from ${activeDays(whose, since)} group by day`
    : `select day, sum(bit_count(members))::int as active_members
    from (select day, bit_or(members) as members from ${activeDays(whose, since)} group by day, block) united group by day`;
const dayNew = (since: Since) => `select day, sum(members)::int as new_members from fresh
  where day >= ${since} group by day having sum(members) > 0`;
const trendColumns = (whose: Whose, since: Since = '$before') =>
  `${listOf(dayCounts(since))} as counts, ${listOf(dayPeople(whose, since))} as active, ${listOf(dayNew(since))} as fresh`;
export type TrendRow = { counts: DayCounts[]; active: DayPeople[]; fresh: DayNew[] };

const hourCounts = `select extract(isodow from day)::int - 1 as weekday, hour, sum(sessions)::int as sessions, sum(joins)::int as joins
  from analytics_hours where ${ofGyms} and day between $from and $to group by 1, 2 order by 1, 2`;
const typeCounts = `select workout_type, sum(sessions)::int as sessions, sum(joins)::int as joins
  from analytics_types where ${ofGyms} and day between $from and $to group by 1 order by 2 desc, 3 desc, 1`;
export type HoursRow = { hours: HourCounts[] };
export type TypesRow = { types: TypeCounts[] };

const figuresVariant = variants(both)<FigureRow>();
const figuresStatement = (whose: Whose) =>
  figuresVariant(`analytics-figures:${whose}`, () => `with ${figureCtes(whose)} select ${figureColumns}`);

/** What the figures of the period, and of the one before, are made of. */
export const readFigures = async (read: Read, whose: Whose, values: Both): Promise<FigureRow> =>
  one(await read(figuresStatement(whose), values));

const trendVariant = variants(period)<TrendRow>();
const trendStatement = (whose: Whose) =>
  trendVariant(
    `analytics-trend:${whose}`,
    () => `with ${newCtes(whose, '$from')} select ${trendColumns(whose, '$from')}`,
  );

export const readTrend = async (read: Read, whose: Whose, values: Period): Promise<TrendRow> =>
  one(await read(trendStatement(whose), values));

const hoursStatement = statement('analytics-hours', period)<HoursRow>(`select ${listOf(hourCounts)} as hours`);
const typesStatement = statement('analytics-types', period)<TypesRow>(`select ${listOf(typeCounts)} as types`);

export const readHourCounts = async (read: Read, values: Period): Promise<HourCounts[]> =>
  one(await read(hoursStatement, values)).hours;
export const readTypes = async (read: Read, values: Period): Promise<TypesRow> =>
  one(await read(typesStatement, values));

type DashboardRow = FigureRow & TrendRow & HoursRow & TypesRow;
const partColumns = `${listOf(hourCounts)} as hours, ${listOf(typeCounts)} as types`;

const dashboardVariant = variants(both)<DashboardRow>();
const dashboardStatement = (whose: Whose) =>
  dashboardVariant(
    `analytics-dashboard:${whose}`,
    () => `with ${figureCtes(whose)} select ${figureColumns}, ${trendColumns(whose)}, ${partColumns}`,
  );
/** With the figures of each gym, whose people are united for the figures of all. */
const gymsDashboardStatement = (whose: Whose) =>
  dashboardVariant(
    `analytics-gyms-dashboard:${whose}`,
    () => `with ${figureCtes('gyms')} select ${listOf(sums)} as sums, ${listOf(people(ofEachGym))} as people,
      ${trendColumns(whose)}, ${partColumns}`,
  );

/** The figures, trend, hours and types of a dashboard in one statement. */
export const readDashboard = async (read: Read, whose: Whose, values: Both): Promise<DashboardRow> =>
  one(await read(dashboardStatement(whose), values));
export const readGymsDashboard = async (read: Read, whose: Whose, values: Both): Promise<DashboardRow> =>
  one(await read(gymsDashboardStatement(whose), values));

/** From the first day of the first week or month to the last day of the last one. */
const retentionText = (whose: Whose, unit: 'week' | 'month') => `with ${firstsCtes(whose, '$from')}, spans as (
    select span::date as span from generate_series($from::timestamp, $to::timestamp, interval '1 ${unit}') span
  ), cohorts as (
    select date_trunc('${unit}', day)::date as span, block, bit_or(members) as members from firsts where day >= $from group by 1, 2
  ), active as (
    select date_trunc('${unit}', day)::date as span, block, bit_or(members) as members from ${activeDays(whose)} group by 1, 2
  ), stayed as (
    select c.span, a.span as later, sum(bit_count(c.members & a.members)) as members
    from cohorts c join active a on a.block = c.block and a.span >= c.span group by 1, 2
  )
  select s.span::text as ${unit},
    coalesce((select sum(bit_count(c.members)) from cohorts c where c.span = s.span), 0)::int as members,
    (select array_agg(coalesce(t.members, 0)::int order by l.span) from spans l
      left join stayed t on t.span = s.span and t.later = l.span where l.span >= s.span) as active_by_${unit}
  from spans s order by s.span`;

const weeklyVariant = variants(period)<WeekCohort>();
const retentionStatement = (whose: Whose) =>
  weeklyVariant(`analytics-retention:${whose}`, () => retentionText(whose, 'week'));
const monthlyVariant = variants(period)<MonthCohort>();
const monthlyRetentionStatement = (whose: Whose) =>
  monthlyVariant(`analytics-monthly-retention:${whose}`, () => retentionText(whose, 'month'));

/** The weeks in which members joined, and how many of each trained in the weeks after. */
export const readWeekCohorts = (read: Read, whose: Whose, weeks: Period): Promise<WeekCohort[]> =>
  read(retentionStatement(whose), weeks);
export const readMonthCohorts = (read: Read, whose: Whose, months: Period): Promise<MonthCohort[]> =>
  read(monthlyRetentionStatement(whose), months);
