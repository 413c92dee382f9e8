import { addDays } from '@spotter/contract/wall-clock.ts';
import { momentOf, wallTimeOf } from '#platform/db/zones.ts';
import type { Occurrence, SeriesRow } from './series.read.ts';
import { occurrenceStart, wasMoved } from './series-days.policy.ts';
import { daysOf, firstDayOf, type Rule, readRule } from './series-rule.policy.ts';
import type { SeriesScope } from './series-scope.service.ts';

/** How far ahead to look for a day of the rule for the opened session. */
const LOOK_DAYS = 400;

type Asked = {
  series: SeriesRow;
  target: Occurrence;
  /** Upcoming sessions, by day. */
  ahead: readonly Occurrence[];
  scope: SeriesScope;
  rule: string;
  /** The start requested for the opened session, and whether the caller gave it explicitly. */
  startsAt: Date;
  isGiven: boolean;
  timezone: string;
};

export type Rematch = {
  rule: Rule;
  startsLocal: string;
  /** The sessions in scope; the old rule ends before the first one's day. */
  inScope: Occurrence[];
  /** The day under the new rule of each session that stays; the others are cancelled. */
  dayOf: Map<string, string>;
  /** When the opened session starts, or would start if its day were free. */
  startsAt: Date;
};

const earlier = (one: string, other: string) => (one < other ? one : other);
const dayOf = (wall: string) => wall.slice(0, 10);

/**
 * Finds the sessions of a series that also fit a new rule. The opened session moves to the next day of the rule, unless
 * a session that stays already has that day. A session that was moved individually still counts for its original day;
 * if the new rule drops that day, the day it was moved to counts.
 */
export function rematch({ series, target, ahead, scope, rule: text, startsAt, isGiven, timezone }: Asked): Rematch {
  const wall = wallTimeOf(startsAt, timezone);
  const before = wallTimeOf(target.starts_at, series.timezone);
  const others = ahead.filter(({ id }) => id !== target.id);
  const chosen = scope === 'all' && others[0] ? earlier(dayOf(wall), others[0].occurrence_on) : dayOf(wall);
  const rule = readRule(text, momentOf(`${chosen}${wall.slice(10)}`, timezone, 'later'), timezone);

  const staysOn = dayOf(wall) === dayOf(before) && firstDayOf(rule, target.occurrence_on) === target.occurrence_on;
  const ownDay = staysOn ? target.occurrence_on : dayOf(wall);
  const from = scope === 'all' ? '' : earlier(ownDay, target.occurrence_on);
  const inScope = ahead.filter((one) => one.id === target.id || one.occurrence_on >= from);
  const first = firstDayOf(rule, scope === 'all' && others[0] ? earlier(ownDay, others[0].occurrence_on) : ownDay);

  const walls = inScope.map(({ starts_at }) => dayOf(wallTimeOf(starts_at, series.timezone)));
  const last = [...inScope.map(({ occurrence_on }) => occurrence_on), ...walls, addDays(ownDay, LOOK_DAYS)]
    .toSorted()
    .at(-1)!;
  const given = daysOf(rule, first, { from: first, to: last });
  const free = new Set(given);
  const days = new Map<string, string>();
  const keep = (id: string, day: string | undefined) => {
    if (!days.has(id) && day !== undefined && free.delete(day)) days.set(id, day);
  };
  for (const { id, occurrence_on } of inScope) if (id !== target.id) keep(id, occurrence_on);
  const next = given.find((day) => day >= ownDay);
  keep(target.id, next);
  for (const [index, session] of inScope.entries()) if (wasMoved(series, session)) keep(session.id, walls[index]);

  const seriesClock = wall.slice(10) === before.slice(10) ? series.starts_local.slice(10) : wall.slice(10);
  const ownClock = isGiven || wasMoved(series, target) ? wall.slice(10) : seriesClock;
  const day = days.get(target.id) ?? next ?? first;
  return {
    rule,
    startsLocal: `${first}${seriesClock}`,
    inScope,
    dayOf: days,
    startsAt: day === ownDay ? startsAt : occurrenceStart({ starts_local: `${day}${ownClock}`, timezone }, day),
  };
}
