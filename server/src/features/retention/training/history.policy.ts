import { factHours, leastBefore, leastHabit, leastTogether, type RiskFacts } from '../model/risk.policy.ts';

/** Moments are in hours, from any beginning. */
export type History = {
  members: { id: string; joinedAt: number }[];
  /** Whom a session had by their own doing; members marked absent, or only in its series, are left out. */
  sessions: { id: string; at: number; people: string[] }[];
  friendships: { between: [string, string]; since: number }[];
  blocks: [string, string][];
  invites: { userId: string; at: number; answeredAt: number | null }[];
  /** Spots in sessions, as far as members took them by their own doing. */
  bookings: { userId: string; bookedAt: number; at: number }[];
};

type Session = History['sessions'][number];

const isWithin = (at: number, now: number, hours: number) => at <= now && at > now - hours;

function gather<V>(entries: Iterable<readonly [string, V]>): Map<string, V[]> {
  const lists = new Map<string, V[]>();
  for (const [key, value] of entries) {
    const list = lists.get(key);
    if (list) list.push(value);
    else lists.set(key, [value]);
  }
  return lists;
}

/** Sessions of the twelve weeks that end four weeks ago. */
const before = (sessions: readonly Session[], now: number) =>
  sessions.filter(({ at }) => isWithin(at, now, factHours.usual) && !isWithin(at, now, factHours.recent));

/** Sessions a week in those twelve weeks, or in the part of them since the first session; a newcomer's since that one. */
function usualOf(sessions: readonly Session[], now: number, isNew: boolean): number {
  if (isNew) {
    const lately = sessions.filter(({ at }) => isWithin(at, now, factHours.usual));
    return lately.length / Math.max(1, (now - lately[0]!.at) / 168);
  }
  const first = Math.max(sessions[0]!.at, now - factHours.usual);
  return before(sessions, now).length / Math.max(1, (now - factHours.recent - first) / 168);
}

/** Days between one session and the next, the shortest first. */
const gapsOf = (sessions: readonly Session[]): number[] =>
  sessions
    .slice(1)
    .map(({ at }, index) => (at - sessions[index]!.at) / 24)
    .toSorted((one, other) => one - other);

const middleOf = (sorted: readonly number[]) =>
  (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2;

/** The first place in a list sorted by `at` that is later than a moment. */
function placeAfter(sorted: readonly { at: number }[], moment: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]!.at <= moment) low = middle + 1;
    else high = middle;
  }
  return low;
}

export type FactFinder = {
  /** The facts about every member who has a habit and is not gone at a moment, counted one member at a time. */
  factsAt(now: number): Map<string, RiskFacts>;
  /** The moments at which a member trained, the first first. */
  sessionsOf(id: string): readonly { at: number }[];
};

/** Sorts a history once, to be asked at many moments. */
export function openHistory(history: History): FactFinder {
  const sessions = history.sessions.toSorted((one, other) => one.at - other.at);
  const sessionsBy = gather(sessions.flatMap((session) => session.people.map((id) => [id, session] as const)));
  const friendsBy = gather(
    history.friendships.flatMap(({ between: [one, other], since }) => [
      [one, { id: other, since }] as const,
      [other, { id: one, since }] as const,
    ]),
  );
  const blocked = new Set(history.blocks.flatMap(([one, other]) => [`${one} ${other}`, `${other} ${one}`]));
  const invitesBy = gather(history.invites.map((invite) => [invite.userId, invite] as const));
  const bookingsBy = gather(history.bookings.map((booking) => [booking.userId, booking] as const));

  function factsAt(now: number): Map<string, RiskFacts> {
    const trained = new Map<string, Session[]>();
    for (const [id, all] of sessionsBy) {
      const own = all.slice(placeAfter(all, now - factHours.history), placeAfter(all, now));
      if (own.length > 0) trained.set(id, own);
    }
    const hasHabit = (own: readonly Session[]) => own.length - placeAfter(own, now - factHours.usual) >= leastHabit;
    const stopped = (id: string) => trained.get(id)!.at(-1)!.at <= now - factHours.stopped;

    /** The member most often in the same sessions; the smaller id of two. */
    function partnerOf(id: string): string | null {
      const together = new Map<string, number>();
      for (const { people } of trained.get(id) ?? [])
        for (const other of people)
          if (other !== id && !blocked.has(`${id} ${other}`)) together.set(other, (together.get(other) ?? 0) + 1);
      const [best] = [...together].toSorted(([a, some], [b, more]) => more - some || (a < b ? -1 : 1));
      return best && best[1] >= leastTogether ? best[0] : null;
    }

    function factsOf({ id, joinedAt }: History['members'][number]): RiskFacts | null {
      const own = trained.get(id);
      if (!own || !hasHabit(own)) return null;
      const away = now - own.at(-1)!.at;
      if (away >= factHours.gone) return null;
      const known = (friendsBy.get(id) ?? []).flatMap((friend) =>
        friend.since <= now && trained.has(friend.id) ? [friend.id] : [],
      );
      const asked = (invitesBy.get(id) ?? []).filter(({ at }) => isWithin(at, now, factHours.invites));
      const answered = asked.filter(({ answeredAt }) => answeredAt !== null && answeredAt <= now).length;
      const partner = away >= factHours.away ? partnerOf(id) : null;
      const isNew = before(own, now).length < leastBefore;
      const gaps = gapsOf(own);
      return {
        days_away: away / 24,
        recent: own.length - placeAfter(own, now - factHours.recent),
        usual: usualOf(own, now, isNew),
        is_new: isNew,
        usual_gap: middleOf(gaps),
        longest_gap: gaps.at(-1)!,
        booked: (bookingsBy.get(id) ?? []).some(({ bookedAt, at }) => bookedAt <= now && at > now),
        weeks_here: Math.max(0, now - joinedAt) / 168,
        friends_training: known.filter((friend) => !stopped(friend)).length,
        friends_stopped: known.filter((friend) => stopped(friend) && hasHabit(trained.get(friend)!)).length,
        partner_stopped: partner !== null && stopped(partner),
        invites_answered: answered,
        invites_unanswered: asked.length - answered,
      };
    }

    return new Map(
      history.members.flatMap((member) => {
        const facts = factsOf(member);
        return facts ? [[member.id, facts] as const] : [];
      }),
    );
  }
  return { factsAt, sessionsOf: (id) => sessionsBy.get(id) ?? [] };
}
