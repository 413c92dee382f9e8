import type { Db } from '#platform/db/connect.ts';
import { wallTimeOf } from '#platform/db/zones.ts';
import type { Member } from '#platform/logins/callers.ts';
import { askedValues, refuseValues } from '../changes/requested-fields.service.ts';
import type { Changes } from '../changes/session-fields.service.ts';
import { actorOf } from '../session-access.service.ts';
import { zoneOf } from '../session-refusals.service.ts';
import { endSeries, splitSeries, storeSeries } from './series.write.ts';
import { applyPlans, closedAmong, closedReason, seriesAfter, valuesFor } from './series-plans.service.ts';
import { changeRepeatRule, isOtherRule, stopRepeating } from './series-repeat.service.ts';
import { lockScope, notifyCancelledDates, notifyOnce, type SeriesScope } from './series-scope.service.ts';
import { moveRule } from './series-shift.policy.ts';

type Asked = {
  seriesId: string;
  sessionId: string;
  scope: SeriesScope;
  changes: Changes;
  /** The new rule; null stops repeating. */
  rule: string | null | undefined;
};

/**
 * Changes a series from one session on, or all upcoming sessions. A change applies to sessions that still match the
 * series; a session that was changed individually keeps its values. A session whose new time is outside opening hours
 * is cancelled.
 */
export async function updateSeries(tx: Db, caller: Member, { changes, rule, ...which }: Asked): Promise<void> {
  const { organizationId } = caller;
  const scoped = await lockScope(tx, { organizationId, ...which });
  const { series, target, inScope, isWhole } = scoped;
  const asked = await askedValues(tx, caller, target, changes);
  const { timezone } = await zoneOf(tx, organizationId, asked.gym_id);
  const changing = { ...scoped, scope: which.scope, caller, changes, asked, timezone };
  if (rule === null) return stopRepeating(tx, changing);
  if (rule !== undefined && isOtherRule(rule, changing)) return changeRepeatRule(tx, rule, changing);
  await refuseValues(tx, target, asked, changes);

  const days = inScope.map(({ occurrence_on }) => occurrence_on);
  const move = moveRule(series, target, wallTimeOf(asked.startsAt, timezone), days);
  const after = seriesAfter(series, target, asked, { timezone, move });
  const plans = inScope.map((session) => {
    const day = move.dayOf(session.occurrence_on);
    const values = session.id === target.id ? asked : valuesFor({ series, after, target, wanted: asked, session, day });
    return { session, day, values };
  });
  const closed = await closedAmong(tx, organizationId, target, plans);
  if (isWhole && !move.otherDays) await storeSeries(tx, after);
  else {
    await endSeries(tx, series, move.ruleBefore);
    await splitSeries(tx, after, plans);
  }
  const { changedOnes, closedOnes } = await applyPlans(tx, { series, plans, closed });
  const by = { organizationId, actorId: actorOf(caller) };
  notifyOnce(tx, { ...by, seriesId: series.id, kind: 'session_changed', sessions: changedOnes });
  notifyCancelledDates(tx, by, { reason: closedReason, dates: closedOnes });
}
