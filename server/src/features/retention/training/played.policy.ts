import { type History as Life, type SimulationOptions, simulate } from '#simulator/index.ts';
import { factHours, leaveDays, type RiskFacts } from '../model/risk.policy.ts';
import { type History, openHistory } from './history.policy.ts';

/** A simulated history as the server would know it. Nothing of its truth is in it. */
export function historyOf(life: Life): History {
  const peopleOf = life.sessions.map((): string[] => []);
  const bookings: History['bookings'] = [];
  const joinedAt = new Map<string, number>();
  for (const spot of life.spots) {
    const { session: id, member, joinedAt: bookedAt, withSeries, attended } = spot;
    const { at } = life.sessions[id]!;
    joinedAt.set(`${id} ${member}`, bookedAt);
    if (!withSeries) bookings.push({ userId: String(member), bookedAt, at });
    if (attended ?? !withSeries) peopleOf[id]!.push(String(member));
  }
  return {
    members: life.members.map(({ id, joinedDay }) => ({ id: String(id), joinedAt: joinedDay * 24 })),
    sessions: life.sessions.map(({ id, at }) => ({ id: String(id), at, people: peopleOf[id]! })),
    friendships: life.friendships.map(({ one, other, since }) => ({ between: [String(one), String(other)], since })),
    blocks: [],
    invites: life.invites.map(({ session, to, at, answer }) => ({
      ...{ userId: String(to), at },
      answeredAt: answer === null ? null : (joinedAt.get(`${session} ${to}`) ?? at),
    })),
    bookings,
  };
}

/** `left` is what the app saw in the days after, `reallyLeft` what happened. */
export type PlayedExample = { user_id: string; facts: RiskFacts; left: boolean; reallyLeft: boolean };
export type Played = {
  memberIds: readonly string[];
  examplesAt(now: number): PlayedExample[];
  /** The moments at which a member trained, as the app knows. */
  seen(id: string): readonly number[];
  /** `readKnownShare` of the product. */
  knownShareAt(now: number): number;
};

/** Plays a world, to be asked at many moments. */
export function play(options: SimulationOptions): Played {
  const life = simulate(options);
  const { factsAt, sessionsOf } = openHistory(historyOf(life));
  const seenBy = new Map(life.members.map(({ id }) => [String(id), sessionsOf(String(id)).map(({ at }) => at)]));
  const realBy = new Map(life.members.map(({ id }): [string, number[]] => [String(id), []]));
  for (const { member, at } of life.truth.visits) realBy.get(String(member))!.push(at);
  const trains = (moments: readonly number[], now: number) =>
    moments.some((at) => at > now && at <= now + leaveDays * 24);
  return {
    memberIds: life.members.map(({ id }) => String(id)),
    seen: (id) => seenBy.get(id)!,
    knownShareAt: (now) => {
      const isLately = ({ at }: { at: number }) => at <= now && at > now - factHours.history;
      const lately = life.spots.filter(({ session }) => isLately(life.sessions[session]!));
      return lately.filter((spot) => spot.attended !== null || !spot.withSeries).length / Math.max(1, lately.length);
    },
    examplesAt: (now) =>
      Array.from(factsAt(now), ([user_id, facts]) => ({
        ...{ user_id, facts },
        left: !trains(seenBy.get(user_id)!, now),
        reallyLeft: !trains(realBy.get(user_id)!, now),
      })),
  };
}
