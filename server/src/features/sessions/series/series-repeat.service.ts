import { addDays } from '@spotter/contract/wall-clock.ts';
import type { Db } from '#platform/db/connect.ts';
import { wallTimeOf } from '#platform/db/zones.ts';
import type { Member } from '#platform/logins/callers.ts';
import { refuseValues } from '../changes/requested-fields.service.ts';
import type { Changes, Values } from '../changes/session-fields.service.ts';
import { nowRepeats } from '../repeat-rule.words.ts';
import { actorOf, keyOf } from '../session-access.service.ts';
import { sessionsCreated } from '../sessions.events.ts';
import { endSession } from '../sessions-end.service.ts';
import { type Occurrence, readSeriesMembers, type SeriesRow } from './series.read.ts';
import { endSeries, moveClosedDays, setSeriesOf, splitSeries } from './series.write.ts';
import { dayAtGym } from './series-days.policy.ts';
import { makeOccurrences } from './series-make.service.ts';
import { applyPlans, closedAmong, closedReason, seriesAfter, valuesFor } from './series-plans.service.ts';
import { rematch } from './series-rematch.policy.ts';
import { readRule, ruleText, storedRule } from './series-rule.policy.ts';
import {
  type CancelledDate,
  notifyCancelledDates,
  notifyOnce,
  type SeriesScope,
  type SessionNotice,
} from './series-scope.service.ts';

type Changing = {
  caller: Member;
  series: SeriesRow;
  target: Occurrence;
  ahead: Occurrence[];
  inScope: Occurrence[];
  scope: SeriesScope;
  changes: Changes;
  asked: Values;
  timezone: string;
};

/** Sending the current rule again is no change, so a retry is safe. A monthly rule may still mean another day. */
export function isOtherRule(text: string, { series, target, asked, timezone }: Changing): boolean {
  const rule = readRule(text, asked.startsAt, timezone);
  if (ruleText(rule) !== series.rrule) return true;
  const day = (moment: Date, zone: string) => wallTimeOf(moment, zone).slice(0, 10);
  return rule.freq === 'MONTHLY' && day(asked.startsAt, timezone) !== day(target.starts_at, series.timezone);
}

/**
 * Continues under another rule, as a new series with the same members. Sessions on a day of the new rule stay, the
 * others are cancelled, and missing ones are created.
 */
export async function changeRepeatRule(tx: Db, text: string, changing: Changing): Promise<void> {
  const { caller, series, target, changes, asked, timezone } = changing;
  const { organizationId } = caller;
  const isGiven = changes.start_time !== undefined;
  const match = rematch({ ...changing, rule: text, startsAt: asked.startsAt, isGiven });
  const wanted = { ...asked, startsAt: match.startsAt };
  await refuseValues(tx, target, wanted, changes);

  const move = { rule: ruleText(match.rule), startsLocal: match.startsLocal };
  const after = {
    ...seriesAfter(series, target, wanted, { timezone, move }),
    made_until: null,
    ended_at: null,
  };
  const plans = match.inScope.flatMap((session) => {
    const day = match.dayOf.get(session.id);
    if (day === undefined) return [];
    const values = session.id === target.id ? wanted : valuesFor({ series, after, target, wanted, session, day });
    return [{ session, day, values }];
  });
  const closed = await closedAmong(tx, organizationId, target, plans);
  await endRule(tx, series, match.inScope);
  const id = await splitSeries(tx, after, plans);
  await moveClosedDays(tx, series, { ...after, id });
  const made = await makeOccurrences(tx, { ...after, id });

  const { changedOnes, closedOnes } = await applyPlans(tx, { series, plans, closed, also: 'series_id' });
  const reason = nowRepeats(move.rule);
  const gone = match.inScope.filter((session) => !match.dayOf.has(session.id));
  const dates = await cancelAll(tx, series, gone, reason);
  const first = plans[0]?.session.id ?? made[0]?.sessionId;
  const everyTime = first
    ? [{ sessionId: first, to: await readSeriesMembers(tx, organizationId, id), data: { reason } }]
    : [];
  sessionsCreated(tx, after, made);
  tellAll(tx, changing, {
    changed: changedOnes.map((one) => ({ ...one, data: { ...one.data, reason } })),
    cancelled: { reason, dates },
    closed: closedOnes,
    rest: everyTime.map((one) => ({ ...one, data: { ...one.data, changed: ['series_id'], following: false } })),
  });
}

/** The opened session becomes a single session; the others in scope are cancelled. */
export async function stopRepeating(tx: Db, changing: Changing): Promise<void> {
  const { series, target, inScope, changes, asked } = changing;
  await refuseValues(tx, target, asked, changes);
  await endRule(tx, series, inScope);
  await setSeriesOf(tx, target, { series_id: null, occurrence_on: null });
  const plans = [{ session: target, day: target.occurrence_on, values: asked }];
  const { changedOnes } = await applyPlans(tx, { series, plans, closed: new Set(), also: 'series_id' });
  const gone = inScope.filter(({ id }) => id !== target.id);
  const reason = 'It no longer repeats';
  const dates = await cancelAll(tx, series, gone, reason);
  const changed = changedOnes.map((one) => ({ ...one, data: { ...one.data, reason } }));
  tellAll(tx, changing, { changed, cancelled: { reason, dates }, closed: [], rest: [] });
}

/** Ends a rule before the first session in scope. */
async function endRule(tx: Db, series: SeriesRow, [first]: readonly Occurrence[]): Promise<void> {
  const until = addDays(first!.occurrence_on, -1);
  await endSeries(tx, series, ruleText({ ...storedRule(series.rrule), count: null, until }));
}

/** Cancels sessions, and returns the members to notify for each. */
async function cancelAll(tx: Db, series: SeriesRow, sessions: readonly Occurrence[], reason: string) {
  const dates: CancelledDate[] = [];
  for (const session of sessions) {
    const to = await endSession(tx, { ...keyOf(session), reason, actorId: null });
    dates.push({ sessionId: session.id, day: dayAtGym(series, session), to });
  }
  return dates;
}

type Telling = {
  changed: SessionNotice[];
  cancelled: { reason: string; dates: CancelledDate[] };
  /** Cancelled because the gym is closed at the new time. */
  closed: CancelledDate[];
  rest: SessionNotice[];
};

/** Notifies members of their changed sessions and of their cancelled dates; the others of the new rule. */
function tellAll(tx: Db, { caller, series }: Changing, { changed, cancelled, closed, rest }: Telling): void {
  const by = { organizationId: caller.organizationId, actorId: actorOf(caller) };
  const told = new Set<string>();
  notifyOnce(tx, { ...by, seriesId: series.id, told, kind: 'session_changed', sessions: changed });
  for (const id of notifyCancelledDates(tx, by, cancelled)) told.add(id);
  notifyCancelledDates(tx, by, { reason: closedReason, dates: closed });
  notifyOnce(tx, { ...by, seriesId: series.id, told, kind: 'session_changed', sessions: rest });
}
