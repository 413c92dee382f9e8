import type { Matched } from '@spotter/server/features/friends/suggestions/fit.policy.ts';
import { opennessOf, trainingFacts } from '@spotter/server/features/friends/suggestions/training-facts.policy.ts';
import type { History, Member, Session } from '@spotter/server/simulator/index.ts';

const DAY = 24;
const WINDOW = 56 * DAY;
const NEW_DAYS = 28;
const FORGOTTEN = 14 * DAY;

/** A member as the product knows them on a day. */
export type KnownMember = {
  profile: Member;
  isNew: boolean;
  matched: Matched;
  /** Sessions of the last eight weeks. */
  sessions: readonly Session[];
  friends: ReadonlySet<number>;
};

type Request = { from: number; to: number; at: number; accepted: boolean };

/** A simulated gym seen with the product's eyes: only what happened in the app, up to a moment. */
export class GymInApp {
  readonly history: History;
  readonly #spots: Map<number, Session[]>;
  readonly #people: Map<number, number[]>;
  readonly #left: Map<number, number>;
  readonly #friendships: { one: number; other: number; since: number }[];
  readonly #requests: Request[];
  /** Of the day that was asked for last. */
  #friends = new Map<number, Set<number>>();

  constructor(history: History) {
    this.history = history;
    // `isOwnSpot` of the product: a spot that came with a series tells nothing until somebody checks.
    const came = history.spots.filter(({ attended, withSeries }) => attended ?? !withSeries);
    this.#spots = new Map();
    this.#people = new Map();
    for (const { member, session } of came) {
      push(this.#spots, member, history.sessions[session]!);
      push(this.#people, session, member);
    }
    this.#left = new Map(history.truth.leavings.map(({ member, day }) => [member, day]));
    this.#friendships = [...history.friendships];
    this.#requests = history.friendRequests.map(({ from, to, at, answer }) => ({
      ...{ from, to, at },
      accepted: answer === 'accepted',
    }));
  }

  /** Whether somebody still comes; the product doesn't know. */
  isThere(member: number, day: number): boolean {
    return this.history.members[member]!.joinedDay <= day && day < (this.#left.get(member) ?? Infinity);
  }

  /** Everyone with an account on a day, also those who have left without a word. */
  knownOn(day: number): KnownMember[] {
    const now = day * DAY;
    const friends = new Map<number, Set<number>>();
    this.#friends = friends;
    for (const { one, other, since } of this.#friendships) {
      if (since >= now) continue;
      for (const [a, b] of [
        [one, other],
        [other, one],
      ] as const)
        friends.set(a, (friends.get(a) ?? new Set()).add(b));
    }
    const received = Map.groupBy(this.#requests, ({ to }) => to);
    return this.history.members
      .filter(({ joinedDay }) => joinedDay <= day)
      .map((profile) => {
        const sessions = (this.#spots.get(profile.id) ?? []).filter(({ at }) => at < now && at > now - WINDOW);
        const asked = (received.get(profile.id) ?? []).filter(
          ({ at, accepted }) => at < now && (accepted || at < now - FORGOTTEN),
        );
        const gymId = String(profile.gym);
        const counted = {
          gymIds: [gymId],
          trained: sessions.map(({ at, workout }) => ({
            ...{ gymId, workout },
            weekday: Math.floor(at / DAY) % 7,
            hour: Math.floor(at) % DAY,
          })),
          preferredTimes: profile.times,
          favouriteWorkouts: profile.workouts,
          accepted: asked.filter(({ accepted }) => accepted).length,
          asked: asked.length,
        };
        return {
          ...{ profile, sessions },
          isNew: day - profile.joinedDay < NEW_DAYS,
          friends: friends.get(profile.id) ?? new Set<number>(),
          matched: {
            facts: trainingFacts(counted),
            level: profile.level,
            goals: profile.goals,
            showsTimes: true,
            showsGoals: true,
            openness: opennessOf(counted),
          },
        };
      });
  }

  /** How often a member trained with each other one lately. */
  together({ profile, sessions }: KnownMember): Map<number, number> {
    const times = new Map<number, number>();
    for (const { id } of sessions)
      for (const other of this.#people.get(id) ?? [])
        if (other !== profile.id) times.set(other, (times.get(other) ?? 0) + 1);
    return times;
  }

  /** How many friends a member has in common with each other one. */
  mutualFriends({ profile, friends }: KnownMember): Map<number, number> {
    const mutual = new Map<number, number>();
    for (const friend of friends)
      for (const other of this.#friends.get(friend) ?? [])
        if (other !== profile.id) mutual.set(other, (mutual.get(other) ?? 0) + 1);
    return mutual;
  }

  /** The two have been in touch, so they aren't suggested to each other. */
  haveAsked(): Set<string> {
    return new Set(this.#requests.flatMap(({ from, to }) => [`${from} ${to}`, `${to} ${from}`]));
  }

  ask(from: number, to: number, day: number, accepted: boolean): void {
    const at = day * DAY;
    this.#requests.push({ from, to, at, accepted });
    if (accepted) this.#friendships.push({ one: from, other: to, since: at });
  }

  /** Chances that both say yes to training together; nothing with somebody who has left. */
  mutualLiking(one: number, other: number, day: number): number {
    return this.isThere(other, day) ? this.history.truth.mutualLiking(one, other) : 0;
  }
}

function push<T>(lists: Map<number, T[]>, key: number, value: T): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
