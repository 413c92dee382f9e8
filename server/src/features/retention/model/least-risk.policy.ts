import { leastRisk } from '@spotter/contract/desk/retention.ts';
import { quietDays } from '@spotter/contract/limits.ts';
import type { OwnExample } from './calibration.policy.ts';
import { leaveDays, probabilityOf, type Weights } from './risk.policy.ts';

/*
 * From which risk on a member is named. Where few leave, a risk is high late, and the shipped limit would name hardly anyone in
 * time; where many leave, it could wait. So each organization names the members of its own past nights again, by several limits,
 * and keeps the one that would have done best.
 */

/** Members as they were known on a night of the past, and whether they left after it. Days count from any beginning. */
export type PastNight = { day: number; members: readonly OwnExample[] };

/** How far apart the nights are; a member who stops is seen three times before it is late. */
export const NIGHT_STEP_DAYS = 4;
const NIGHTS = 45;

/** Of ten members named, four leave; a little more on the past, so that it holds in the future. */
const LEAST_PRECISION = 0.41;
/** Of the members who stop, the share to be named in time: a half, and some more for the same reason. */
const WANTED_EARLY = 0.6;
const EARLY_DAYS = 14;
/** With fewer, chance would choose. */
const LEAST_NAMED = 50;
const LEAST_STOPPED = 20;
/** The highest first. */
const limits = Array.from({ length: 22 }, (_, index) => (36 - index) / 100);

/** The nights to look at: the last ones of which is known who left. */
export const nightsBefore = (now: Date): Date[] => {
  const last = now.getTime() - leaveDays * DAY;
  return Array.from({ length: NIGHTS }, (_, index) => new Date(last - (NIGHTS - 1 - index) * NIGHT_STEP_DAYS * DAY));
};
const DAY = 24 * 3_600_000;

type Outcome = { named: number; left: number; stopped: number; early: number };
type Judged = { id: string; daysAway: number; left: boolean; probability: number; absence: string };

/** What naming by this limit would have come to. A member is named again after 30 days, as the page counts it. */
function nameBy(limit: number, nights: readonly { day: number; members: readonly Judged[] }[]): Outcome {
  const outcome = { named: 0, left: 0, stopped: 0, early: 0 };
  const namedOn = new Map<string, number>();
  const inTime = new Set<string>();
  const stopped = new Set<string>();
  const first = nights[0]!.day;
  for (const { day, members } of nights)
    for (const { id, daysAway, left, probability, absence } of members) {
      // Their whole absence lies in the nights, and lasts for two months.
      if (left && daysAway >= leaveDays && day - daysAway > first) stopped.add(absence);
      if (probability < (daysAway < quietDays ? limit : leastRisk.quiet)) continue;
      if (daysAway <= EARLY_DAYS) inTime.add(absence);
      if (day - (namedOn.get(id) ?? -Infinity) < leaveDays) continue;
      namedOn.set(id, day);
      outcome.named++;
      if (left) outcome.left++;
    }
  for (const absence of stopped) if (inTime.has(absence)) outcome.early++;
  return { ...outcome, stopped: stopped.size };
}

/**
 * The highest limit by which enough of those who stop were named in time and enough of those named left; if there is none, the
 * lowest by which enough of those named left.
 */
export function chooseLeastSlipping(past: readonly PastNight[], weights: Weights): number {
  const nights = past.map(({ day, members }) => ({
    day,
    members: members.map(({ user_id: id, facts, left }): Judged => {
      const daysAway = facts.days_away;
      const absence = `${id} ${Math.round((day - daysAway) * 24)}`;
      return { id, daysAway, left, probability: probabilityOf(facts, weights), absence };
    }),
  }));
  if (nights.length === 0) return leastRisk.slipping;
  const tried = limits.map((limit) => ({ limit, ...nameBy(limit, nights) }));
  const [strictest] = tried;
  if (strictest!.stopped < LEAST_STOPPED || tried.at(-1)!.named < LEAST_NAMED) return leastRisk.slipping;
  const precise = tried.filter(({ named, left }) => left >= LEAST_PRECISION * named);
  const inTime = precise.find(({ stopped, early }) => early >= WANTED_EARLY * stopped);
  return (inTime ?? precise.at(-1) ?? strictest!).limit;
}
