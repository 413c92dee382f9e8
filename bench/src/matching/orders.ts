import {
  fitOf,
  inCommon,
  inOrder,
  MOST_SEEN,
  SEEN,
  weights,
} from '@spotter/server/features/friends/suggestions/fit.policy.ts';
import type { GymInApp, KnownMember } from './gym-in-app.ts';

/** What an order of suggestions may look at. */
export type Asking = {
  gym: GymInApp;
  day: number;
  reader: KnownMember;
  others: readonly KnownMember[];
  /** On how many days the reader has seen somebody. */
  seen: ReadonlyMap<number, number>;
  /** A number from 0 to 1 that belongs to a person on a day, for this reader. */
  turn(other: number): number;
};
export type Order = (asking: Asking) => KnownMember[];

const best = (others: readonly KnownMember[], points: (other: KnownMember) => number): KnownMember[] =>
  others
    .map((other) => ({ other, points: points(other) }))
    .sort((a, b) => b.points - a.points)
    .map(({ other }) => other);

const shared = (one: readonly string[], other: readonly string[]) => one.filter((item) => other.includes(item)).length;

const hourOf = ({ at }: { at: number }) => Math.floor(at) % 24;

function hoursOf({ sessions }: KnownMember): number[] {
  const counts = new Array<number>(24).fill(0);
  for (const session of sessions) counts[hourOf(session)]! += 1;
  return counts;
}

/** How suggestions were ordered up to this release: capped counts, points in tens, every fifth person a newcomer. */
const before: Order = ({ gym, reader, others, seen, turn }) => {
  const together = gym.together(reader);
  const mutual = gym.mutualFriends(reader);
  const mine = hoursOf(reader);
  const workouts = new Set(reader.sessions.map((session) => `${hourOf(session)} ${session.workout}`));
  const points = (other: KnownMember) => {
    const theirs = hoursOf(other);
    const times = mine.reduce((sum, count, hour) => sum + Math.min(count, theirs[hour]!), 0);
    const isSame = other.sessions.some((session) => workouts.has(`${hourOf(session)} ${session.workout}`));
    const [a, b] = [reader.profile, other.profile];
    const fit =
      8 * Math.min(times, 5) +
      (isSame ? 10 : 0) +
      (shared(a.times, b.times) > 0 ? 5 : 0) +
      (a.level === b.level ? 15 : 0) +
      10 * Math.min(shared(a.goals, b.goals), 2) +
      5 * Math.min(shared(a.workouts, b.workouts), 2) +
      5 * Math.min(mutual.get(b.id) ?? 0, 4) +
      10 * Math.min(together.get(b.id) ?? 0, 2);
    return Math.ceil((fit - 4 * Math.min(seen.get(b.id) ?? 0, 10)) / 10) + turn(b.id) / 2;
  };
  const list = others.map((other) => ({ other, points: points(other) })).sort((a, b) => b.points - a.points);
  let newcomers = 0;
  return list
    .map(({ other }, place) => ({
      other,
      rank: other.isNew ? Math.min(place + 1, 4 * ++newcomers - 1.5) : place + 1,
    }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ other }) => other);
};

const ours =
  (withOpenness: boolean): Order =>
  ({ gym, reader, others, seen, turn }) => {
    const together = gym.together(reader);
    const mutual = gym.mutualFriends(reader);
    const usual = { openness: 1 };
    const list = others.map((other) => {
      const { id } = other.profile;
      const between = { friends: mutual.get(id) ?? 0, together: together.get(id) ?? 0 };
      const common = inCommon(reader.matched, other.matched, between);
      const fit = withOpenness ? fitOf(common, reader.matched, other.matched) : fitOf(common, usual, usual);
      const days = Math.min(seen.get(id) ?? 0, MOST_SEEN);
      // Equal points take turns.
      return { other, isNew: other.isNew, points: fit * SEEN ** days + 1e-9 * turn(id) };
    });
    return inOrder(list).map(({ other }) => other);
  };

/** The same numbers as in suggestions.read.ts. */
const MOST_ALIKE = 150;
const MOST_FRIENDS_OF_FRIENDS = 40;
const NEWEST_READ = 100;
const MOST_NEWCOMERS = 30;

/** Whom the product's statement scores in a large gym: the most alike, partners, friends of friends and some newcomers. */
function candidatesOf({ gym, reader, others, turn }: Asking): KnownMember[] {
  const nothing = { friends: 0, together: 0 };
  const alike = best(others, (other) => {
    const { hours, workouts } = inCommon(reader.matched, other.matched, nothing);
    return weights.hours * hours + weights.workouts * workouts + 1e-9 * turn(other.profile.id);
  }).slice(0, MOST_ALIKE);
  const together = gym.together(reader);
  const partners = others.filter(({ profile }) => together.has(profile.id));
  const mutual = gym.mutualFriends(reader);
  const friendly = others.filter(({ profile }) => mutual.has(profile.id));
  const near = best(friendly, ({ profile }) => mutual.get(profile.id)!).slice(0, MOST_FRIENDS_OF_FRIENDS);
  const newest = best(others, ({ profile }) => profile.joinedDay).slice(0, NEWEST_READ);
  const newcomers = best(
    newest.filter(({ isNew }) => isNew),
    ({ profile }) => turn(profile.id),
  ).slice(0, MOST_NEWCOMERS);
  return [...new Set([...alike, ...partners, ...near, ...newcomers])];
}

/** An order among the candidates alone. */
export const amongCandidates =
  (order: Order): Order =>
  (asking) =>
    order({ ...asking, others: candidatesOf(asking) });

/** The product, what it was, and what one could do instead. */
export const orders = {
  random: ({ others, turn }) => best(others, ({ profile }) => turn(profile.id)),
  popular: ({ others }) => best(others, ({ friends, sessions }) => friends.size + sessions.length / 100),
  profile: ({ reader, others, turn }) =>
    best(others, ({ profile }) => {
      const { times, goals, workouts, level } = reader.profile;
      return (
        shared(times, profile.times) +
        shared(goals, profile.goals) +
        shared(workouts, profile.workouts) +
        (level === profile.level ? 1 : 0) +
        turn(profile.id) / 2
      );
    }),
  behavior: ({ reader, others, gym, turn }) => {
    const together = gym.together(reader);
    const hours = new Set(reader.sessions.map(hourOf));
    const workouts = new Set(reader.sessions.map(({ workout }) => workout));
    return best(others, ({ profile, sessions }) => {
      const there = sessions.filter((session) => hours.has(hourOf(session))).length;
      const alike = sessions.filter(({ workout }) => workouts.has(workout)).length;
      return there + alike / 2 + 2 * (together.get(profile.id) ?? 0) + turn(profile.id) / 2;
    });
  },
  before,
  unlearned: ours(false),
  ours: ours(true),
  causes: ({ gym, day, reader, others }) =>
    best(others, ({ profile: { id } }) => (gym.isThere(id, day) ? gym.history.truth.suits(reader.profile.id, id) : 0)),
  oracle: ({ gym, day, reader, others }) =>
    best(others, ({ profile }) => gym.mutualLiking(reader.profile.id, profile.id, day)),
} satisfies Record<string, Order>;
export type OrderName = keyof typeof orders;
export const orderNames = Object.keys(orders) as OrderName[];
