import type { History } from '@spotter/server/simulator/index.ts';
import { createRandom } from '@spotter/server/simulator/random.ts';
import { GymInApp, type KnownMember } from './gym-in-app.ts';
import type { Order } from './orders.ts';

export const size = { members: 200, weeks: 20 };
/** The last weeks of the history are lived again with suggestions. */
const DAYS = 28;
const SHOWN = 10;
const FIRST_WEEK = 7;
/** How often a member looks at home on a day, in the first week and later, and how often they ask somebody they like. */
const OPENS_FIRST_WEEK = 0.7;
const OPENS = 0.35;
const ASKS = 0.15;

export type Played = {
  /** The mean chance that both say yes, of the first ten suggested. */
  liking: number;
  /** How unequally members are shown: 0 is everyone alike, 1 is one for all. */
  gini: number;
  /** Members who joined in the four weeks, and those of them with a friend by suggestions within seven days. */
  newcomers: number;
  welcomed: number;
  /** Friends by suggestions for each member in the four weeks. */
  friends: number;
};

/** A number from 0 to 1 that belongs to a reader, a person and a day. */
function turnOf(reader: number, other: number, day: number): number {
  let mixed = Math.imul(reader + 1, 0x9e3779b1) ^ Math.imul(other + 1, 0x85ebca77) ^ Math.imul(day + 1, 0xc2b2ae3d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}

/** Saying yes to a request costs less than training together. */
const accepts = (liking: number) => Math.min(0.97, 0.2 + 1.1 * liking);

/** Four weeks in which members see suggestions, ask and answer, by the simulator's hidden liking. */
export function play(history: History, order: Order): Played {
  const gym = new GymInApp(history);
  const { liking } = gym.history.truth;
  const random = createRandom(history.options.seed * 31 + 7);
  const seen = new Map<number, Map<number, number>>();
  const shown = new Map<number, number>();
  const befriended = new Map<number, number>();
  let [likingSum, lists, friends] = [0, 0, 0];
  const lastDay = history.options.weeks * 7;
  const firstDay = lastDay - DAYS;
  const asked = gym.haveAsked();
  for (let day = firstDay; day < lastDay; day++) {
    const known = gym.knownOn(day);
    for (const reader of known) {
      const me = reader.profile.id;
      const isFirstWeek = day - reader.profile.joinedDay < FIRST_WEEK;
      if (!gym.isThere(me, day) || !random.chance(isFirstWeek ? OPENS_FIRST_WEEK : OPENS)) continue;
      const others = known.filter(
        ({ profile: { id } }) => id !== me && !reader.friends.has(id) && !asked.has(`${me} ${id}`),
      );
      const mine = seen.get(me) ?? new Map<number, number>();
      seen.set(me, mine);
      const turn = (other: number) => turnOf(me, other, day);
      const list = order({ gym, day, reader, others, seen: mine, turn }).slice(0, SHOWN);
      lists++;
      for (const { profile } of list) {
        likingSum += gym.mutualLiking(me, profile.id, day) / SHOWN;
        shown.set(profile.id, (shown.get(profile.id) ?? 0) + 1);
        mine.set(profile.id, (mine.get(profile.id) ?? 0) + 1);
      }
      const liked = firstLiked(list, (other) => random.chance(ASKS * liking(me, other)));
      if (liked === undefined) continue;
      const accepted = gym.isThere(liked, day) && random.chance(accepts(liking(liked, me)));
      gym.ask(me, liked, day, accepted);
      asked.add(`${me} ${liked}`).add(`${liked} ${me}`);
      if (!accepted) continue;
      friends++;
      for (const one of [me, liked]) befriended.set(one, Math.min(befriended.get(one) ?? Infinity, day));
    }
  }
  const members = gym.history.members.filter(({ joinedDay }) => joinedDay < firstDay);
  const there = members.filter(({ id }) => gym.isThere(id, lastDay - 1));
  const joined = gym.history.members.filter(
    ({ joinedDay }) => joinedDay >= firstDay && joinedDay <= lastDay - FIRST_WEEK,
  );
  const welcomed = joined.filter(({ id, joinedDay }) => (befriended.get(id) ?? Infinity) < joinedDay + FIRST_WEEK);
  return {
    liking: likingSum / lists,
    gini: gini(there.map(({ id }) => shown.get(id) ?? 0)),
    newcomers: joined.length,
    welcomed: welcomed.length,
    friends: (2 * friends) / there.length,
  };
}

const firstLiked = (list: readonly KnownMember[], asks: (other: number) => boolean): number | undefined =>
  list.find(({ profile }) => asks(profile.id))?.profile.id;

function gini(counts: readonly number[]): number {
  const sorted = counts.toSorted((a, b) => a - b);
  const sum = sorted.reduce((total, count) => total + count, 0);
  const weighted = sorted.reduce((total, count, place) => total + (place + 1) * count, 0);
  return (2 * weighted) / (sorted.length * sum) - (sorted.length + 1) / sorted.length;
}
