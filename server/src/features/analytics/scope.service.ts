import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import type { getDashboard } from '@spotter/contract/desk/analytics.ts';
import { longestPeriodDays } from '@spotter/contract/desk/analytics-words.ts';
import { addDays, dayAt } from '@spotter/contract/wall-clock.ts';
import { fail, fieldError } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { adminScope } from '#platform/logins/admin-scope.ts';
import type { Whose } from './figures.read.ts';
import { readScopeGyms, type ScopeGym } from './scope.repo.ts';

export type AnalyticsQuery = ParsedInput<typeof getDashboard>['query'];
type Period = { from: string; to: string; timezone: string };
/** The gyms that are counted, the oldest first, and the days. The period before is as long and ends where this begins. */
export type Scope = {
  gyms: ScopeGym[];
  whose: Whose;
  period: Period;
  values: { organizationId: string; gymIds: string[]; from: string; to: string; before: string };
};

export async function scopeOf(ctx: MemberCtx, query: AnalyticsQuery): Promise<Scope> {
  const { organizationId, gymIds } = adminScope(ctx.caller);
  const gyms = await readScopeGyms(ctx.read, { organizationId, gymIds, gymId: query.gym_id ?? null });
  if (query.gym_id !== undefined && gyms.length === 0) throw fail('gym_not_found');
  const period = periodOf(query, ctx.now, gyms[0]?.timezone ?? 'UTC');
  const { from, to } = period;
  const before = addDays(from, -lengthOf(period));
  const whose = gymIds === null && query.gym_id === undefined ? 'organization' : 'gyms';
  return { gyms, whose, period, values: { organizationId, gymIds: gyms.map(({ id }) => id), from, to, before } };
}

export const lengthOf = ({ from, to }: { from: string; to: string }) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;

function periodOf(query: AnalyticsQuery, now: Date, timezone: string): Period {
  const today = dayAt(now, timezone);
  const to = query.to ?? (query.from !== undefined && query.from > today ? query.from : today);
  const from = query.from ?? firstDay(query.range ?? '30d', to);
  if (lengthOf({ from, to }) > longestPeriodDays)
    throw fail('validation_failed', fieldError('from', 'Choose at most two years'));
  return { from, to, timezone };
}

function firstDay(range: NonNullable<AnalyticsQuery['range']>, to: string): string {
  if (range !== '12m') return addDays(to, 1 - Number.parseInt(range, 10));
  // The day after the same day a year ago; after 29 February that is 1 March.
  const [year = 0, rest] = [Number(to.slice(0, 4)) - 1, to.slice(4)];
  return addDays(`${year}${rest === '-02-29' ? '-02-28' : rest}`, 1);
}
