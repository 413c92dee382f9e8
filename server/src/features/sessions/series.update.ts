import { areOpen } from '#features/gyms/index.ts';
import type { Db } from '#platform/db/connect.ts';
import type { Caller } from '#platform/logins/callers.ts';
import { endSeries, occurrenceStart, type SeriesRow } from './series.make.ts';
import { lockScope, type Occurrence, type SeriesScope, tellOnce, wasMoved } from './series.scope.ts';
import { moveRule, type RuleMove } from './series.shift.ts';
import { splitSeries, storeSeries } from './series.store.ts';
import { actorOf, knownAs } from './session-access.ts';
import { whatToSay, worthTelling } from './session-changes.ts';
import { zoneOf } from './session-checks.ts';
import { wallTimeOf } from './session-times.ts';
import { type Changes, changedColumns, setValues, type Values, valuesOf } from './session-values.ts';
import { wantedValues } from './session-wanted.ts';
import { endSession } from './sessions.cancel.ts';
import { type Effect, sessionUpdated } from './sessions.events.ts';

type Member = Caller & { organizationId: string };
type Asked = { seriesId: string; sessionId: string; scope: SeriesScope; changes: Changes };

/**
 * Changes a series from one of its sessions on, or all that is to come of it. What is changed is changed in the sessions
 * that still have what the series says; one that was moved or changed by itself keeps what is its own. A session whose new
 * time the gym is closed at is cancelled, as it would not have been made.
 */
export async function updateSeries(tx: Db, caller: Member, { changes, ...asked }: Asked): Promise<Effect[]> {
  const { organizationId } = caller;
  const { series, target, meant, isWhole } = await lockScope(tx, { organizationId, ...asked });
  const wanted = await wantedValues(tx, caller, target, changes);
  const { timezone } = await zoneOf(tx, organizationId, wanted.gym_id);
  const days = meant.map(({ occurrence_on }) => occurrence_on);
  const move = moveRule(series, target, wallTimeOf(wanted.startsAt, timezone), days);
  const after = seriesAfter(series, target, wanted, { timezone, move });

  const plans = meant.map((session) => ({
    session,
    day: move.dayOf(session.occurrence_on),
    values: session.id === target.id ? wanted : valuesFor({ series, after, target, wanted, session, move }),
  }));
  const closed = await closedAmong(tx, organizationId, target, plans);
  if (isWhole && !move.otherDays) await storeSeries(tx, after);
  else {
    await endSeries(tx, series, move.ruleBefore);
    await splitSeries(tx, after, plans);
  }
  return applyPlans(tx, { caller, seriesId: series.id, plans, closed });
}

type Place = { timezone: string; move: RuleMove };

/** The series as it is to be: what was changed in the one session, it says from now on. */
function seriesAfter(series: SeriesRow, target: Occurrence, wanted: Values, { timezone, move }: Place): SeriesRow {
  const columns = changedColumns(valuesOf(target), wanted);
  const minutes = wanted.minutes === target.duration_minutes ? series.duration_minutes : wanted.minutes;
  return {
    ...series,
    ...columns,
    timezone,
    duration_minutes: minutes,
    rrule: move.rule,
    starts_local: move.startsLocal,
  };
}

type Plan = { session: Occurrence; day: string; values: Values };
type Of = {
  series: SeriesRow;
  after: SeriesRow;
  target: Occurrence;
  wanted: Values;
  session: Occurrence;
  move: RuleMove;
};

/** What another session of the series is to be: changed where it was like the series, its own where it was not. */
function valuesFor({ series, after, target, wanted, session, move }: Of): Values {
  const before = valuesOf(session);
  const columns = changedColumns(valuesOf(target), wanted);
  const own = Object.entries(columns).filter(([column]) => {
    const name = column as keyof typeof columns;
    return before[name] === series[name];
  });
  const starts = wasMoved(series, session)
    ? before.startsAt
    : occurrenceStart(after, move.dayOf(session.occurrence_on));
  return {
    ...before,
    ...Object.fromEntries(own),
    // What would be over before it is changed stays as it is.
    startsAt: starts.getTime() <= session.now.getTime() ? before.startsAt : starts,
    minutes: before.minutes === series.duration_minutes ? after.duration_minutes : before.minutes,
  };
}

/** Those that would lie outside the opening hours, among the ones that get another time or place. */
async function closedAmong(tx: Db, organizationId: string, target: Occurrence, plans: Plan[]): Promise<Set<string>> {
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
    const open = await areOpen(tx, { organizationId, gymId, minutes, starts });
    for (const [index, { session }] of group.entries()) if (!open[index]) closed.add(session.id);
  }
  return closed;
}

type Applying = { caller: Member; seriesId: string; plans: Plan[]; closed: Set<string> };

async function applyPlans(tx: Db, { caller, seriesId, plans, closed }: Applying): Promise<Effect[]> {
  const { organizationId } = caller;
  const actorId = actorOf(caller);
  const effects: Effect[] = [];
  const changedOnes = [];
  const cancelledOnes = [];
  for (const { session, values } of plans) {
    const known = knownAs(session);
    if (closed.has(session.id)) {
      const reason = 'The gym is closed at the new time';
      const ended = await endSession(tx, { ...known, reason });
      if (!ended) continue;
      effects.push(ended.live);
      cancelledOnes.push({ sessionId: session.id, to: ended.people, data: { reason } });
      continue;
    }
    const { changed, left, effects: offers } = await setValues(tx, session, values);
    if (changed.length === 0) continue;
    effects.push(() => sessionUpdated(tx, known, changed, left), ...offers);
    const said = worthTelling(changed);
    if (said.length > 0)
      changedOnes.push({ sessionId: session.id, ...(await whatToSay(tx, { ...known, changed: said })) });
  }
  const telling = { organizationId, actorId, seriesId };
  return [
    ...effects,
    ...tellOnce(tx, { ...telling, kind: 'session_changed', sessions: changedOnes }),
    ...cancelledOnes.flatMap((one) => tellOnce(tx, { ...telling, kind: 'session_cancelled', sessions: [one] })),
  ];
}
