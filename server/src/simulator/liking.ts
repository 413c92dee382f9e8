import type { Member, Traits } from './history.ts';

/** A number from 0 to 1 that belongs to an ordered pair, whenever it is asked for. */
function drawOf(seed: number, one: number, other: number): number {
  let mixed =
    Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(one + 1, 0xc2b2ae35) ^ Math.imul(other + 1, 0x27d4eb2f);
  mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

/** The share of both members' habits at which the other one is around too. */
function sharedHours(one: Traits, other: Traits): number {
  const met = (mine: Traits, theirs: Traits) =>
    mine.habits.filter((habit) =>
      theirs.habits.some(({ weekday, hour }) => weekday === habit.weekday && Math.abs(hour - habit.hour) <= 1),
    ).length;
  return (met(one, other) + met(other, one)) / Math.max(1, one.habits.length + other.habits.length);
}

const sharedTaste = (one: Traits, other: Traits) =>
  one.taste.reduce((sum, share, kind) => sum + Math.min(share, other.taste[kind]!), 0);

const levels = { beginner: 0, intermediate: 1, advanced: 2 };

/**
 * Whether `one` would say yes to `other`: by hours, taste, level and goals, which a profile or behavior can tell, and by what
 * nobody sees: how popular the other is, how open the one is, and whether the two just get along.
 */
export function likingOf(people: readonly { profile: Member; traits: Traits }[], seed: number) {
  return (oneId: number, otherId: number): number => {
    if (oneId === otherId) return 0;
    const [one, other] = [people[oneId]!, people[otherId]!];
    if (one.profile.location !== other.profile.location) return 0;
    const suits =
      0.42 * sharedHours(one.traits, other.traits) +
      0.2 * sharedTaste(one.traits, other.traits) +
      (levels[one.profile.level] === levels[other.profile.level] ? 0.1 : 0) +
      (one.profile.goals.some((goal) => other.profile.goals.includes(goal)) ? 0.08 : 0) +
      (one.traits.circle === other.traits.circle ? 0.2 : 0);
    // Half of getting along is the pair's, half is each one's own.
    const theirs = drawOf(seed, Math.min(oneId, otherId), Math.max(oneId, otherId));
    const getsAlong = 0.3 + 0.7 * (theirs + drawOf(~seed, oneId, otherId));
    return Math.min(0.97, suits * getsAlong * other.traits.popularity * (0.4 + one.traits.openness));
  };
}
