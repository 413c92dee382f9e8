import type { Member, Traits, Truth } from './history.ts';

/** A number from 0 to 1 that belongs to an ordered pair, whenever it is asked for. */
function drawOf(seed: number, one: number, other: number): number {
  let mixed =
    Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(one + 1, 0xc2b2ae35) ^ Math.imul(other + 1, 0x27d4eb2f);
  mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

/** What of a member the liking depends on, ready to be compared millions of times. */
type Compared = {
  location: number;
  level: string;
  goals: ReadonlySet<string>;
  slots: readonly number[];
  traits: Traits;
};

/** The share of both members' habits at which the other one is around too, give or take an hour. */
function sharedHours(one: readonly number[], other: readonly number[]): number {
  let met = 0;
  for (const mine of one)
    for (const theirs of other)
      if (Math.abs(mine - theirs) <= 1) {
        met++;
        break;
      }
  for (const theirs of other)
    for (const mine of one)
      if (Math.abs(mine - theirs) <= 1) {
        met++;
        break;
      }
  return met / Math.max(1, one.length + other.length);
}

function sharedTaste(one: readonly number[], other: readonly number[]): number {
  let shared = 0;
  for (let kind = 0; kind < one.length; kind++) shared += Math.min(one[kind]!, other[kind]!);
  return shared;
}

function sharesGoal(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  for (const goal of one) if (other.has(goal)) return true;
  return false;
}

/**
 * Whether `one` would say yes to `other`: by hours, taste, level and goals, which a profile or behavior can tell, and by what
 * nobody sees: how popular the other is, how open the one is, and whether the two just get along.
 */
export function likingOf(people: readonly { profile: Member; traits: Traits }[], seed: number): Truth['liking'] {
  const compared = people.map(({ profile: { location, level, goals }, traits }): Compared => {
    const slots = traits.habits.map(({ weekday, hour }) => weekday * 100 + hour);
    return { location, level, goals: new Set(goals), slots, traits };
  });
  return (oneId, otherId) => {
    const [one, other] = [compared[oneId]!, compared[otherId]!];
    if (one === other || one.location !== other.location) return 0;
    const suits =
      0.42 * sharedHours(one.slots, other.slots) +
      0.2 * sharedTaste(one.traits.taste, other.traits.taste) +
      (one.level === other.level ? 0.1 : 0) +
      (sharesGoal(one.goals, other.goals) ? 0.08 : 0) +
      (one.traits.circle === other.traits.circle ? 0.2 : 0);
    // Half of getting along is the pair's, half is each one's own.
    const theirs = drawOf(seed, Math.min(oneId, otherId), Math.max(oneId, otherId));
    const getsAlong = 0.3 + 0.7 * (theirs + drawOf(~seed, oneId, otherId));
    return Math.min(0.97, suits * getsAlong * other.traits.popularity * (0.4 + one.traits.openness));
  };
}
