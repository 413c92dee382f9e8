import type { SuggestionReason } from '@spotter/contract/friends.ts';
import { type FitnessLevel, fitnessLevels } from '@spotter/contract/users/fitness-levels.ts';
import { type TrainingFacts, TWENTIETHS } from './training-facts.policy.ts';

/** How much each thing two members have in common counts. All of it makes 100. */
export const weights: Record<SuggestionReason, number> = {
  hours: 40,
  workouts: 10,
  level: 10,
  goals: 10,
  friends: 15,
  together: 15,
};
export const reasons = Object.keys(weights) as SuggestionReason[];

/** Of each, from 0 to 1: none of it in common, or all. */
type InCommon = Record<SuggestionReason, number>;

/** Half of the most that mutual friends or sessions together can count. */
export const HALFWAY = 2;

/** The level next to one's own counts half. */
export const NEXT_LEVEL = 0.5;

/** A member as others may know them. */
export type Matched = {
  facts: readonly TrainingFacts[];
  level: FitnessLevel | null;
  goals: readonly string[];
  showsTimes: boolean;
  showsGoals: boolean;
  openness: number;
};

// A loop, because a measurement compares millions of pairs.
function overlap(one: readonly number[], other: readonly number[]): number {
  let sum = 0;
  for (let place = 0; place < one.length; place++) sum += Math.min(one[place]!, other[place]!);
  return sum;
}

function levelOf(one: FitnessLevel | null, other: FitnessLevel | null): number {
  if (!one || !other) return 0;
  const apart = Math.abs(fitnessLevels.indexOf(one) - fitnessLevels.indexOf(other));
  return [1, NEXT_LEVEL][apart] ?? 0;
}

/** What one of the two doesn't show to everyone counts for neither. */
export function inCommon(one: Matched, other: Matched, between: { friends: number; together: number }): InCommon {
  const times = one.showsTimes && other.showsTimes;
  const goals = one.showsGoals && other.showsGoals;
  let [hours, workouts] = [0, 0];
  for (const here of times ? one.facts : []) {
    const there = other.facts.find(({ gymId }) => gymId === here.gymId);
    if (!there) continue;
    hours += overlap(here.hours, there.hours);
    if (goals) workouts += overlap(here.types, there.types);
  }
  const shared = goals ? one.goals.filter((goal) => other.goals.includes(goal)).length : 0;
  return {
    hours: hours / (2 * TWENTIETHS),
    workouts: workouts / TWENTIETHS,
    level: goals ? levelOf(one.level, other.level) : 0,
    goals: shared > 0 ? (2 * shared) / (one.goals.length + other.goals.length) : 0,
    friends: between.friends / (between.friends + HALFWAY),
    together: between.together / (between.together + HALFWAY),
  };
}

/** How far openness moves the fit. With a half, the geometric mean itself, open members were shown too often for what it gained. */
export const OPENNESS_POWER = 0.25;

/** How well two members suit each other: the same whoever of them looks, because each part of it is. */
export function fitOf(common: InCommon, one: { openness: number }, other: { openness: number }): number {
  const sum = reasons.reduce((total, reason) => total + weights[reason] * common[reason], 0);
  return sum * (one.openness * other.openness) ** OPENNESS_POWER;
}

/** Each day on which a member was seen without any action takes this much of the fit, up to so many days. */
export const SEEN = 0.93;
export const MOST_SEEN = 10;

/** The best newcomer comes third at the latest, and from there on every tenth person is one. */
export const NEWCOMER_FIRST = 3;
export const NEWCOMER_EVERY = 10;

/** The order of a list in memory, for measurements; the statement has the same in SQL, and a test compares the two. */
export function inOrder<T extends { points: number; isNew: boolean }>(list: readonly T[]): T[] {
  const best = list.toSorted((a, b) => b.points - a.points);
  let newcomers = 0;
  return best
    .map((one, place) => {
      const last = one.isNew ? NEWCOMER_EVERY * newcomers++ + NEWCOMER_FIRST - 0.5 : Infinity;
      return { one, rank: Math.min(place + 1, last) };
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ one }) => one);
}
