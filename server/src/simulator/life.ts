import type { Absence, Leaving, LeavingCause } from './history.ts';
import { type Habit, type Person, powerTail } from './people.ts';
import type { Random } from './random.ts';
import type { World } from './worlds.ts';

/** A member in the course of the simulation. */
export type Life = Person & {
  id: number;
  /** Friends in real life. */
  circle: Life[];
  /** Friends in the app. */
  friends: Set<Life>;
  /** How much of their usual training they do. */
  pace: number;
  fading: { cause: LeavingCause; until: number } | null;
  absence: Absence | null;
  left: Leaving | null;
  /** With bursts: the day of the next visit. */
  nextVisit: number;
  /** The days of this week that have a visit already. */
  busyDays: Set<number>;
};

export function startLives(people: readonly Person[]): Life[] {
  const lives = people.map((person): Life => {
    const rest = { pace: 1, fading: null, absence: null, left: null, nextVisit: -1 };
    return { ...person, ...rest, id: person.profile.id, circle: [], friends: new Set(), busyDays: new Set() };
  });
  const circles = Map.groupBy(lives, ({ traits }) => traits.circle);
  for (const life of lives) life.circle = circles.get(life.traits.circle)!.filter((other) => other !== life);
  return lives;
}

export const isMember = ({ profile, left }: Life, day: number) =>
  profile.joinedDay <= day && (left === null || day <= left.day);
export const isAround = (life: Life, day: number) =>
  isMember(life, day) && !(life.absence && life.absence.from <= day && day < life.absence.to);

/** What a week may do to a member, as chances. */
const weekly = { moved: 0.0025, price: 0.0012, boredom: 0.0042, lostFriend: 0.012, holiday: 0.02 };
const NEW_WEEKS = 12;
const FRIEND_MISSED_DAYS = 56;
const PRICE_SHOCK_WEEKS = 8;

export type Calendar = { world: World; weeks: number; random: Random };
const riseWeek = ({ weeks }: Calendar) => Math.floor(weeks * 0.6);
/** Day 0 of a world with seasons is new year; summer has half of winter's visits. */
export const seasonOf = ({ world }: Calendar, week: number) =>
  world.hasSeasons ? 0.65 + (0.7 * Math.abs((week % 52) - 26)) / 26 : 1;
const isSummerHoliday = ({ world }: Calendar, week: number) => world.hasSeasons && week % 52 >= 27 && week % 52 <= 31;

/** Decides what a new week changes: a member may begin to fade, leave, be hurt, take a holiday, or get over it. */
export function liveAWeek(life: Life, week: number, calendar: Calendar): { left?: Leaving; absence?: Absence } {
  const { random, world } = calendar;
  const day = week * 7;
  if (life.left || life.profile.joinedDay > day) return {};
  if (life.absence) {
    if (day < life.absence.to) return {};
    life.absence = null;
  }
  if (life.fading) {
    life.pace *= 0.75;
    return day < life.fading.until ? {} : leave(life, day, life.fading.cause);
  }
  life.pace = Math.min(1, life.pace + 0.15);
  const cause = drawCause(life, week, calendar);
  if (cause === 'injury') {
    const from = day + random.int(0, 6);
    if (!random.chance(world.injuryReturns)) return leave(life, from, cause);
    life.pace = 0.55;
    return beAway(life, { member: life.id, from, to: from + 7 * random.int(3, 11), cause });
  }
  if (cause === 'moved') return leave(life, day + random.int(0, 6), cause);
  if (cause) {
    // Some stop from one day to the next, whatever the reason; the others come less and less. A price ends with its month.
    if (random.chance(0.35)) return leave(life, day + random.int(0, 6), cause);
    life.fading = { cause, until: day + 7 * (cause === 'price' ? random.int(1, 4) : random.int(3, 8)) };
    return {};
  }
  if (!random.chance(isSummerHoliday(calendar, week) ? 0.15 : weekly.holiday)) return {};
  const from = day + random.int(0, 6);
  return beAway(life, { member: life.id, from, to: from + random.int(7, 21), cause: 'holiday' });
}

function leave(life: Life, day: number, cause: LeavingCause) {
  life.left = { member: life.id, day, cause };
  return { left: life.left };
}

function beAway(life: Life, absence: Absence) {
  life.absence = absence;
  return { absence };
}

function drawCause(life: Life, week: number, calendar: Calendar): LeavingCause | null {
  const { random, world } = calendar;
  const day = week * 7;
  const known = world.hasFriends ? [...life.circle, ...life.friends] : [];
  const lost = known.filter(({ left }) => left && left.day <= day && day - left.day < FRIEND_MISSED_DAYS).length;
  const isAlone = !known.some((other) => isAround(other, day));
  const isNew = day - life.profile.joinedDay < NEW_WEEKS * 7;
  const isDear = world.hasPriceRise && week >= riseWeek(calendar) && week < riseWeek(calendar) + PRICE_SHOCK_WEEKS;
  const boredom =
    weekly.boredom *
    (isNew ? 2.4 : 1) *
    (life.traits.perWeek < 0.8 ? 1.7 : 1) *
    (isAlone && world.hasFriends ? 1.5 : 1);
  const chances: [LeavingCause, number][] = [
    ['moved', weekly.moved],
    ['price', isDear ? 0.025 : weekly.price],
    ['injury', world.injury],
    ['boredom', boredom],
    ['lost_friend', weekly.lostFriend * Math.min(3, lost)],
  ];
  let draw = random.next();
  for (const [cause, chance] of chances) {
    if (draw < chance) return cause;
    draw -= chance;
  }
  return null;
}

/** The habits a member keeps this week, or with bursts the days they come. */
export function planVisits(life: Life, week: number, calendar: Calendar): { day: number; habit: Habit }[] {
  const { random, world } = calendar;
  const { habits, perWeek } = life.traits;
  const usual = perWeek * life.pace * seasonOf(calendar, week);
  if (world.visits === 'habits') {
    const kept = habits.filter(() => random.chance(usual / habits.length));
    return kept.map((habit) => ({ day: week * 7 + habit.weekday, habit })).filter(({ day }) => isAround(life, day));
  }
  const visits: { day: number; habit: Habit }[] = [];
  const { joinedDay } = life.profile;
  // Who was there before the history began is somewhere in a gap; a new member comes soon.
  if (life.nextVisit < 0 && joinedDay < week * 7 + 7)
    life.nextVisit = joinedDay < 0 ? Math.floor(random.next() * gapAfter(usual, random)) : joinedDay + random.int(0, 6);
  while (life.nextVisit >= 0 && life.nextVisit < week * 7 + 7) {
    const day = life.nextVisit;
    if (isAround(life, day)) visits.push({ day, habit: random.pick(habits) });
    life.nextVisit = day + gapAfter(usual, random);
  }
  return visits;
}

/** Days to the next visit: many short gaps and a few of weeks or months. */
const gapAfter = (perWeek: number, random: Random) =>
  Math.max(1, Math.min(120, Math.round((7 / Math.max(0.05, perWeek) / 3) * powerTail(random))));
