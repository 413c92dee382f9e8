import { factHours, leastBefore, leastHabit, leastTogether, type RiskFacts } from '../model/risk.policy.ts';

/** Moments are in hours, from any beginning. */
export type History = {
  members: { id: string; joinedAt: number }[];
  /** Whom a session had by their own doing; members marked absent, or only in its series, are left out. */
  sessions: { id: string; at: number; people: string[] }[];
  friendships: [string, string][];
  blocks: [string, string][];
  invites: { userId: string; at: number; answered: boolean }[];
  /** Sessions still to come when the question is asked, by member. */
  bookings: ReadonlySet<string>;
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

const lastOf = (sessions: readonly Session[]) => Math.max(...sessions.map(({ at }) => at));
const firstOf = (sessions: readonly Session[]) => Math.min(...sessions.map(({ at }) => at));

/** Sessions of the twelve weeks that end four weeks ago. */
const before = (sessions: readonly Session[], now: number) =>
  sessions.filter(({ at }) => isWithin(at, now, factHours.usual) && !isWithin(at, now, factHours.recent));

/** Sessions a week in those twelve weeks, or in the part of them since the first session; a newcomer's since that one. */
function usualOf(sessions: readonly Session[], now: number, isNew: boolean): number {
  if (isNew) {
    const lately = sessions.filter(({ at }) => isWithin(at, now, factHours.usual));
    return lately.length / Math.max(1, (now - firstOf(lately)) / 168);
  }
  const first = Math.max(firstOf(sessions), now - factHours.usual);
  return before(sessions, now).length / Math.max(1, (now - factHours.recent - first) / 168);
}

/** Days between one session and the next, the shortest first. */
function gapsOf(sessions: readonly Session[]): number[] {
  const moments = sessions.map(({ at }) => at).toSorted((one, other) => one - other);
  return moments
    .slice(1)
    .map((at, index) => (at - moments[index]!) / 24)
    .toSorted((one, other) => one - other);
}

const middleOf = (sorted: readonly number[]) =>
  (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2;

/** The facts about every member who has a habit and is not gone, counted one member at a time. */
export function factsAt(history: History, now: number): Map<string, RiskFacts> {
  const past = history.sessions.filter(({ at }) => isWithin(at, now, factHours.history));
  const trained = gather(past.flatMap((session) => session.people.map((id) => [id, session] as const)));
  const friends = gather(history.friendships.flatMap(([one, other]) => [[one, other] as const, [other, one] as const]));
  const blocked = new Set(history.blocks.flatMap(([one, other]) => [`${one} ${other}`, `${other} ${one}`]));
  const invites = gather(history.invites.map((invite) => [invite.userId, invite] as const));
  const hasHabit = (id: string) =>
    (trained.get(id) ?? []).filter(({ at }) => isWithin(at, now, factHours.usual)).length >= leastHabit;
  const stopped = (id: string) => lastOf(trained.get(id) ?? []) <= now - factHours.stopped;

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
    if (!own || !hasHabit(id)) return null;
    const away = now - lastOf(own);
    if (away >= factHours.gone) return null;
    const known = (friends.get(id) ?? []).filter((friend) => trained.has(friend));
    const asked = (invites.get(id) ?? []).filter(({ at }) => isWithin(at, now, factHours.invites));
    const isNew = before(own, now).length < leastBefore;
    const gaps = gapsOf(own);
    const partner = away >= factHours.away ? partnerOf(id) : null;
    return {
      days_away: away / 24,
      recent: own.filter(({ at }) => isWithin(at, now, factHours.recent)).length,
      usual: usualOf(own, now, isNew),
      is_new: isNew,
      usual_gap: middleOf(gaps),
      longest_gap: gaps.at(-1)!,
      booked: history.bookings.has(id),
      weeks_here: Math.max(0, now - joinedAt) / 168,
      friends_training: known.filter((friend) => !stopped(friend)).length,
      friends_stopped: known.filter((friend) => stopped(friend) && hasHabit(friend)).length,
      partner_stopped: partner !== null && stopped(partner),
      invites_answered: asked.filter(({ answered }) => answered).length,
      invites_unanswered: asked.filter(({ answered }) => !answered).length,
    };
  }

  return new Map(
    history.members.flatMap((member) => {
      const facts = factsOf(member);
      return facts ? [[member.id, facts] as const] : [];
    }),
  );
}
