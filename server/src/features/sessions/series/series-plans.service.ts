import { areOpen, holdHours } from '#features/gyms/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { changeNotice, notifiedFields } from '../changes/changed-session.events.ts';
import { changedColumns, setValues, type Values, valuesOf } from '../changes/session-fields.service.ts';
import { keyOf } from '../session-access.service.ts';
import { sessionLeftGym, sessionUpdated } from '../sessions.events.ts';
import { endSession } from '../sessions-end.service.ts';
import type { Occurrence, SeriesRow } from './series.read.ts';
import { dayAtGym, occurrenceStart, wasMoved } from './series-days.policy.ts';
import type { CancelledDate, SessionNotice } from './series-scope.service.ts';
import type { RuleMove } from './series-shift.policy.ts';

type Spot = { timezone: string; move: Pick<RuleMove, 'rule' | 'startsLocal'> };

/** The series with the changes made to the opened session. */
export function seriesAfter(
  series: SeriesRow,
  target: Occurrence,
  wanted: Values,
  { timezone, move }: Spot,
): SeriesRow {
  const columns = changedColumns(valuesOf(target), wanted);
  const minutes = wanted.minutes === target.duration_minutes ? series.duration_minutes : wanted.minutes;
  return {
    ...series,
    ...columns,
    // Whoever changes the words becomes their author.
    ...(columns.title !== undefined && { title_by: null }),
    ...(columns.description !== undefined && { description_by: null }),
    timezone,
    duration_minutes: minutes,
    rrule: move.rule,
    starts_local: move.startsLocal,
  };
}

export type Plan = { session: Occurrence; day: string; values: Values };
type Of = {
  series: SeriesRow;
  after: SeriesRow;
  target: Occurrence;
  wanted: Values;
  session: Occurrence;
  /** The session's day under the new rule. */
  day: string;
};

/** The new values of another session: it follows the series where it matched it, and keeps its individual changes. */
export function valuesFor({ series, after, target, wanted, session, day }: Of): Values {
  const before = valuesOf(session);
  const columns = changedColumns(valuesOf(target), wanted);
  const own = Object.entries(columns).filter(([column]) => {
    const name = column as keyof typeof columns;
    return before[name] === series[name];
  });
  const starts = wasMoved(series, session) ? before.startsAt : occurrenceStart(after, day);
  return {
    ...before,
    ...Object.fromEntries(own),
    // A session that would already be over is left unchanged.
    startsAt: starts.getTime() <= session.now.getTime() ? before.startsAt : starts,
    minutes: before.minutes === series.duration_minutes ? after.duration_minutes : before.minutes,
  };
}

/** Of the sessions that change time or gym, those outside the opening hours. */
export async function closedAmong(
  tx: Db,
  organizationId: string,
  target: Occurrence,
  plans: Plan[],
): Promise<Set<string>> {
  const moved = plans.filter(
    ({ session, values }) =>
      session.id !== target.id &&
      (values.startsAt.getTime() !== session.starts_at.getTime() ||
        values.minutes !== session.duration_minutes ||
        values.gym_id !== session.gym_id),
  );
  const closed = new Set<string>();
  const alike = Map.groupBy(moved, ({ values }) => `${values.gym_id} ${values.minutes}`);
  for (const group of alike.values()) {
    const { gym_id: gymId, minutes } = group[0]!.values;
    const starts = group.map(({ values }) => values.startsAt);
    holdHours(tx, { organizationId, gymId });
    const open = await areOpen(tx, { organizationId, gymId, minutes, starts });
    for (const [index, { session }] of group.entries()) if (!open[index]) closed.add(session.id);
  }
  return closed;
}

/** Why sessions outside the opening hours are cancelled. */
export const closedReason = 'The gym is closed at the new time';

type Applying = {
  series: SeriesRow;
  plans: Plan[];
  closed: Set<string>;
  /** The field of Session that changes in every session. */
  also?: 'series_id';
};

/**
 * Applies the new values and cancels sessions outside opening hours. Announces it to the gym; the caller notifies
 * members.
 */
export async function applyPlans(tx: Db, { series, plans, closed, also }: Applying) {
  const changedOnes: SessionNotice[] = [];
  const closedOnes: CancelledDate[] = [];
  for (const { session, values } of plans) {
    const key = keyOf(session);
    if (closed.has(session.id)) {
      const day = dayAtGym(series, session);
      closedOnes.push({
        sessionId: session.id,
        day,
        to: await endSession(tx, { ...key, reason: closedReason, actorId: null }),
      });
      continue;
    }
    const { changed, left } = await setValues(tx, session, values);
    const all = also ? [...changed, also] : changed;
    if (all.length === 0) continue;
    sessionUpdated(tx, key, all);
    if (left) await sessionLeftGym(tx, key, all, left);
    const said = notifiedFields(changed);
    if (said.length > 0)
      changedOnes.push({ sessionId: session.id, ...(await changeNotice(tx, { ...key, changed: said })) });
  }
  return { changedOnes, closedOnes };
}
