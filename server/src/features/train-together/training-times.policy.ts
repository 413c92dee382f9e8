import type { TrainingTimes } from '@spotter/contract/train-together.ts';

/** A start at the gym: the moment, and what the gym's clock shows. */
export type Slot = { moment: number; day: string; weekday: number; minute: number };
/** When a member trains. Without `isKnown`, the reader may not know, or nobody does. */
export type Habit = {
  isKnown: boolean;
  /** Sessions of the last weeks by weekday (0 is Monday) and minute of the day. */
  trained: readonly { weekday: number; minute: number }[];
  preferred: readonly string[];
  busy: readonly { from: number; to: number }[];
};
export type ChosenTime = { moment: number; basis: TrainingTimes['times'][number]['basis']; canCome: number };

const MOST = 3;
const MINUTE = 60_000;
/** Starts this far apart are the same habit. */
const CLOSE = 30;
/** A start this near to a member's usual time of day is close to it. */
const NEAR = 90;
/** Two times on one day are this far apart, so that they are a choice. */
const APART = 120;
/** When nothing is known, people mostly have time after work. */
const EVENING = 18 * 60;

/** The minutes of the day behind each preferred time: first start, last start. */
const spans: Record<string, readonly [number, number]> = {
  early_morning: [4 * 60, 6 * 60],
  morning: [7 * 60, 10 * 60],
  midday: [11 * 60, 13 * 60],
  afternoon: [14 * 60, 16 * 60],
  evening: [17 * 60, 20 * 60],
  night: [21 * 60, 23 * 60],
};

const daysOf = new WeakMap<Habit, Map<number, number>>();

/**
 * The weekdays of a member's sessions by the minute of the day, one bit each. Looked up, because a group has 256 members and a
 * week 384 starts. Sessions are rounded to half hours, as starts are.
 */
function trainedDays(habit: Habit): Map<number, number> {
  const known = daysOf.get(habit);
  if (known) return known;
  const days = new Map<number, number>();
  for (const { weekday, minute } of habit.trained) days.set(minute, (days.get(minute) ?? 0) | (1 << weekday));
  daysOf.set(habit, days);
  return days;
}

/** How usual a start is for a member: on that weekday, at that time of day, as their profile says, or not at all. */
export function usualness(habit: Habit, { weekday, minute }: Slot): number {
  const { isKnown, preferred } = habit;
  if (!isKnown) return 0;
  const days = trainedDays(habit);
  const exact = days.get(minute) ?? 0;
  const near = exact | (days.get(minute - CLOSE) ?? 0) | (days.get(minute + CLOSE) ?? 0);
  if (near) return (near & (1 << weekday) ? 3 : 2) + (exact ? 0.5 : 0);
  const isPreferred = preferred.some((name) => {
    const [first, last] = spans[name] ?? [1, 0];
    return minute >= first && minute <= last;
  });
  const isWeekend = weekday >= 5 && preferred.includes('weekend') && minute >= 8 * 60 && minute <= 18 * 60;
  // Nobody asked for half past.
  return isPreferred || isWeekend ? 1 + (minute % 60 === 0 ? 0.5 : 0) : 0;
}

/** A member's usual times of day, in minutes, each once: a group has up to 256 members. */
function usualMinutes({ isKnown, trained, preferred }: Habit): number[] {
  const usual = isKnown
    ? new Set([...trained.map(({ minute }) => minute), ...preferred.flatMap((name) => spans[name] ?? [])])
    : new Set<number>();
  return usual.size > 0 ? [...usual] : [EVENING];
}

/** How far a start is from the nearest of them. */
function distance(usual: readonly number[], minute: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const at of usual) nearest = Math.min(nearest, Math.abs(at - minute));
  return nearest;
}

function isFree({ busy }: Habit, { moment }: Slot, minutes: number): boolean {
  for (const { from, to } of busy) if (to > moment && from < moment + minutes * MINUTE) return false;
  return true;
}

type Basis = ChosenTime['basis'];

const isUsual = (basis: Basis) => basis !== 'near' && basis !== 'open';

/** Why a start is offered, from what is known of both sides. */
function basisOf(
  reader: Habit,
  { minute }: Slot,
  { own, canCome, isAnyKnown }: { own: number; canCome: number; isAnyKnown: boolean },
): Basis {
  if (own > 0 && canCome > 0) return 'shared';
  if (own > 0 && !isAnyKnown) return 'yours';
  if (!reader.isKnown && canCome > 0) return 'theirs';
  return reader.isKnown && distance(usualMinutes(reader), minute) <= NEAR ? 'near' : 'open';
}

type Rated = ChosenTime & { slot: Slot; points: number };

/**
 * Up to three starts, soonest first. First those that are usual for the reader and for most others, then those of one side
 * where nothing is known of the other, then open times that come closest. The reason only says what is known.
 */
export function chooseTimes(
  slots: readonly Slot[],
  reader: Habit,
  others: readonly Habit[],
  minutes: number,
): ChosenTime[] {
  const known = others.filter(({ isKnown }) => isKnown);
  const isPair = others.length === 1;
  // By the minute of the day alone, so it is counted once for all days.
  const usual = [reader, ...known].map(usualMinutes);
  const closenessOf = new Map<number, number>();
  const closeness = (minute: number): number => {
    const counted = closenessOf.get(minute);
    if (counted !== undefined) return counted;
    const far = usual.reduce((sum, minutes) => sum + distance(minutes, minute), 0);
    closenessOf.set(minute, -far);
    return -far;
  };
  const rated = slots.flatMap((slot): Rated[] => {
    if (!isFree(reader, slot, minutes)) return [];
    const own = usualness(reader, slot);
    let free = 0;
    let canCome = 0;
    let theirs = 0;
    for (const other of others) {
      if (!isFree(other, slot, minutes)) continue;
      free += 1;
      const points = usualness(other, slot);
      theirs += points;
      if (points > 0) canCome += 1;
    }
    if (isPair && free === 0) return [];
    const basis = basisOf(reader, slot, { own, canCome, isAnyKnown: known.length > 0 });
    const points = isUsual(basis) ? canCome * 100 + own + theirs : closeness(slot.minute);
    return [{ moment: slot.moment, basis, canCome, slot, points }];
  });
  const order = { shared: 0, yours: 1, theirs: 1, near: 2, open: 2 } as const;
  rated.sort(
    (one, other) => order[one.basis] - order[other.basis] || other.points - one.points || one.moment - other.moment,
  );
  const chosen: Rated[] = [];
  const take = (fits: (one: Rated) => boolean) => {
    for (const one of rated) if (chosen.length < MOST && !chosen.includes(one) && fits(one)) chosen.push(one);
  };
  const isAnotherDay = ({ slot }: Rated) => chosen.every((one) => one.slot.day !== slot.day);
  const isApart = ({ moment }: Rated) => chosen.every((one) => Math.abs(one.moment - moment) >= APART * MINUTE);
  for (const usual of [true, false])
    for (const fits of [isAnotherDay, isApart]) take((one) => isUsual(one.basis) === usual && fits(one));
  return chosen
    .toSorted((one, other) => one.moment - other.moment)
    .map(({ moment, basis, canCome }) => ({ moment, basis, canCome }));
}
