import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import { listFigurePeople as peopleEndpoint } from '@spotter/contract/desk/analytics.ts';
import { addDays, weekdayOf } from '@spotter/contract/wall-clock.ts';
import { fail } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { numberedLinks } from '#platform/http/page-links.ts';
import { adminScope } from '#platform/logins/admin-scope.ts';
import { figuresOf, sharesOf, trendOf } from './figures.policy.ts';
import * as repo from './figures.read.ts';
import { readFigurePeople } from './people.read.ts';
import { type AnalyticsQuery, type Scope, scopeOf } from './scope.service.ts';
import { readSetup } from './setup.read.ts';

/** For what looks at the period alone. */
const onlyPeriod = ({ values: { before: _, ...rest } }: Scope) => rest;

async function readDashboard(ctx: MemberCtx, scope: Scope, read = repo.readDashboard) {
  const row = await read(ctx.read, scope.whose, scope.values);
  const dashboard = {
    period: scope.period,
    figures: figuresOf(row, null),
    trend: trendOf(row, scope.period),
    previous_trend: trendOf(row, { from: scope.values.before, to: addDays(scope.period.from, -1) }),
    popular_times: row.hours,
    workout_types: sharesOf(row),
  };
  return { row, dashboard };
}

export async function getDashboard(ctx: MemberCtx, query: AnalyticsQuery) {
  const scope = await scopeOf(ctx, query);
  const [{ dashboard }, setup] = await Promise.all([
    readDashboard(ctx, scope),
    readSetup(ctx.read, adminScope(ctx.caller)),
  ]);
  return { ...dashboard, setup };
}

export async function getOrganizationDashboard(ctx: MemberCtx, query: AnalyticsQuery) {
  const scope = await scopeOf(ctx, query);
  const { row, dashboard } = await readDashboard(ctx, scope, repo.readGymsDashboard);
  const gyms = scope.gyms
    .map(({ id, name, opened_on, closed_on }) => ({
      gym: { id, name, closed_on },
      opened_on,
      figures: figuresOf(row, id),
    }))
    // Sessions and members from before may come with an import, so only a location without any is left out.
    .filter(({ gym, opened_on, figures }) => existed(gym.closed_on, opened_on, scope.period) || hasAny(figures))
    .map(({ gym, figures }) => ({ gym, figures }));
  return { ...dashboard, gyms };
}

const hasAny = (figures: ReturnType<typeof figuresOf>) => Object.values(figures).some(({ value }) => value);

const existed = (closedOn: string | null, openedOn: string, { from, to }: { from: string; to: string }) =>
  openedOn <= to && (closedOn === null || closedOn >= from);

/** Of the gym that is named, or of the oldest one the caller manages. */
export async function getGymDashboard(ctx: MemberCtx, query: AnalyticsQuery) {
  const all = await scopeOf(ctx, query);
  const [gym] = all.gyms;
  if (!gym) throw fail('gym_not_found');
  const scope = { ...all, gyms: [gym], whose: 'gyms' as const, values: { ...all.values, gymIds: [gym.id] } };
  const { id, name, timezone } = gym;
  return { ...(await readDashboard(ctx, scope)).dashboard, gym: { id, name, timezone } };
}

export async function getAnalyticsSummary(ctx: MemberCtx, query: AnalyticsQuery) {
  const scope = await scopeOf(ctx, query);
  return {
    period: scope.period,
    figures: figuresOf(await repo.readFigures(ctx.read, scope.whose, scope.values), null),
  };
}

export async function listFigurePeople(ctx: MemberCtx, query: ParsedInput<typeof peopleEndpoint>['query']) {
  const { figure, page, page_size: limit } = query;
  const { values } = await scopeOf(ctx, query);
  const { gymIds: counted, from, to } = values;
  const scope = adminScope(ctx.caller);
  const found = await readFigurePeople(ctx.read, figure, {
    ...scope,
    counted,
    from,
    to,
    joinedFrom: query.joined_from ?? null,
    joinedTo: query.joined_to ?? null,
    workoutType: query.workout_type ?? null,
    weekday: query.weekday ?? null,
    hour: query.hour ?? null,
    limit,
    offset: (page - 1) * limit,
  });
  return { ...found, figure, ...numberedLinks(peopleEndpoint, { query }, found.count) };
}

export async function getTrends(ctx: MemberCtx, query: AnalyticsQuery) {
  const scope = await scopeOf(ctx, query);
  const row = await repo.readTrend(ctx.read, scope.whose, onlyPeriod(scope));
  return { period: scope.period, results: trendOf(row, scope.period) };
}

export async function getPopularTimes(ctx: MemberCtx, query: AnalyticsQuery) {
  const scope = await scopeOf(ctx, query);
  return { period: scope.period, results: await repo.readHourCounts(ctx.read, onlyPeriod(scope)) };
}

export async function getWorkoutTypeBreakdown(ctx: MemberCtx, query: AnalyticsQuery) {
  const scope = await scopeOf(ctx, query);
  return { period: scope.period, results: sharesOf(await repo.readTypes(ctx.read, onlyPeriod(scope))) };
}

export async function getRetention(ctx: MemberCtx, query: AnalyticsQuery) {
  const scope = await scopeOf(ctx, query);
  const { from, to } = scope.period;
  const weeks = { from: addDays(from, -weekdayOf(from)), to: addDays(to, 6 - weekdayOf(to)) };
  const cohorts = await repo.readWeekCohorts(ctx.read, scope.whose, { ...onlyPeriod(scope), ...weeks });
  return { period: scope.period, cohorts };
}

export async function getMonthlyRetention(ctx: MemberCtx, query: AnalyticsQuery) {
  const scope = await scopeOf(ctx, query);
  const { from, to } = scope.period;
  const months = { from: firstOfMonth(from), to: addDays(firstOfMonth(addDays(firstOfMonth(to), 31)), -1) };
  const cohorts = await repo.readMonthCohorts(ctx.read, scope.whose, { ...onlyPeriod(scope), ...months });
  return { period: scope.period, cohorts };
}

const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`;
