import { trainingGoals } from '@spotter/contract/users/training-goals.ts';
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
  gym: number;
  level: string;
  /** A bit for each. */
  goals: number;
  /** A bit for each hour of the week with a habit, and for each hour up to one away from it. */
  hours: Int32Array;
  around: Int32Array;
  traits: Traits;
};

const WORDS = Math.ceil((7 * 24) / 32);
const setBit = (words: Int32Array, place: number) => {
  words[place >> 5]! |= 1 << (place & 31);
};

function hoursOf(habits: Traits['habits']): Pick<Compared, 'hours' | 'around'> {
  const [hours, around] = [new Int32Array(WORDS), new Int32Array(WORDS)];
  for (const { weekday, hour } of habits) {
    setBit(hours, weekday * 24 + hour);
    for (let near = Math.max(0, hour - 1); near <= Math.min(23, hour + 1); near++) setBit(around, weekday * 24 + near);
  }
  return { hours, around };
}

function countBits(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The share of both members' habits at which the other one is around too, give or take an hour. */
function sharedHours(one: Compared, other: Compared): number {
  let met = 0;
  for (let word = 0; word < WORDS; word++)
    met += countBits(one.hours[word]! & other.around[word]!) + countBits(other.hours[word]! & one.around[word]!);
  return met / Math.max(1, one.traits.habits.length + other.traits.habits.length);
}

function sharedTaste(one: readonly number[], other: readonly number[]): number {
  let shared = 0;
  for (let kind = 0; kind < one.length; kind++) shared += Math.min(one[kind]!, other[kind]!);
  return shared;
}

/**
 * Whether `one` would say yes to `other`: by how the two suit each other, which a profile or behavior can tell in part (hours, taste,
 * level, goals, circle), and by what nobody sees: how popular the other is, how open the one is, and whether they just get along.
 */
export function likingOf(
  people: readonly { profile: Member; traits: Traits }[],
  seed: number,
): Pick<Truth, 'suits' | 'liking'> {
  const compared = people.map(({ profile: { gym, level, goals }, traits }): Compared => {
    const bits = goals.reduce((set, goal) => set | (1 << trainingGoals.indexOf(goal)), 0);
    return { gym, level, goals: bits, ...hoursOf(traits.habits), traits };
  });
  const suits = (oneId: number, otherId: number) => {
    const [one, other] = [compared[oneId]!, compared[otherId]!];
    if (one === other || one.gym !== other.gym) return 0;
    return (
      0.42 * sharedHours(one, other) +
      0.2 * sharedTaste(one.traits.taste, other.traits.taste) +
      (one.level === other.level ? 0.1 : 0) +
      ((one.goals & other.goals) !== 0 ? 0.08 : 0) +
      (one.traits.circle === other.traits.circle ? 0.2 : 0)
    );
  };
  const liking = (oneId: number, otherId: number) => {
    const suit = suits(oneId, otherId);
    if (suit === 0) return 0;
    // Half of getting along is the pair's, half is each one's own.
    const theirs = drawOf(seed, Math.min(oneId, otherId), Math.max(oneId, otherId));
    const getsAlong = 0.3 + 0.7 * (theirs + drawOf(~seed, oneId, otherId));
    const { openness } = compared[oneId]!.traits;
    return Math.min(0.97, suit * getsAlong * compared[otherId]!.traits.popularity * (0.4 + openness));
  };
  return { suits, liking };
}
