import { addDays, momentOf, wallAt, weekdayOf } from '@spotter/contract/wall-clock.ts';
import { planCrowd, type Regular } from './crowd.ts';
import { isOpen } from './opening.ts';
import { addSessionRow } from './sessions.ts';
import { type Slot, timetable } from './timetable.ts';
import { addMinutes, daysFrom, earlierOf, type Gym, presentIn, type World } from './world.ts';

/** Older than what is planned in full: sessions nobody opens any more, but the figures count. */
type PastSession = { id: string; gym: Gym; startsAt: Date; hostId: string; free: number };

const DAY = 86_400_000;
const dayKey = (userId: string, at: Date) => `${userId} ${Math.floor(at.getTime() / DAY)}`;

/** Twenty more weeks of past, and in all the past the members who only train. */
export function planHistory(
  world: World,
  { weeksPlanned, weeksBack }: { weeksPlanned: number; weeksBack: number },
): void {
  const busy = new Set<string>();
  const past: PastSession[] = [];
  for (const slot of timetable) {
    const gym = world.gyms.get(slot.gym);
    if (!gym) continue;
    const today = wallAt(world.now, gym.timezone).day;
    for (let ahead = -weeksBack * 7; ahead < -weeksPlanned * 7; ahead++) {
      const day = addDays(today, ahead);
      if (!slot.weekdays.includes(weekdayOf(day)) || !isOpen(gym, day, slot.time, slot.minutes)) continue;
      const session = planPast(world, slot, gym, day, busy);
      if (session) past.push(session);
    }
  }
  const planned = world.sessions
    .filter(({ endsAt, cancelled }) => endsAt < world.now && !cancelled)
    .map(({ id, gym, startsAt, host, people }): PastSession => {
      for (const member of people) busy.add(dayKey(member.id, startsAt));
      const spots = world.rows.sessions.find((row) => row.id === id)?.max_participants ?? 0;
      return { id, gym, startsAt, hostId: host.id, free: spots - people.length };
    });
  const all = [...past, ...planned].sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime());
  for (const regular of planCrowd(world)) train(world, regular, all, busy);
}

/** A past session with the host and some of the members of then, which leaves room for the crowd. */
function planPast(world: World, slot: Slot, gym: Gym, day: string, busy: Set<string>): PastSession | null {
  const { random } = world;
  const startsAt = momentOf(`${day}T${slot.time}`, gym.timezone, 'later');
  const isFree = (member: { id: string; joinedAt: Date; lapsedSince: Date | null }) =>
    member.joinedAt < startsAt &&
    !busy.has(dayKey(member.id, startsAt)) &&
    !(member.lapsedSince && member.lapsedSince < startsAt);
  const [host] = random.some(presentIn(world, slot.hosts.join(' ')).filter(isFree), 1);
  if (!host) return null;
  const apart = host.key === 'ana' ? 'dov' : host.key === 'dov' ? 'ana' : null;
  const others = [...world.members.values()].filter(
    (member) => member !== host && member.key !== apart && member.gyms.includes(slot.gym) && isFree(member),
  );
  const count = Math.round(slot.spots * Math.min(1, slot.demand) * (0.45 + random.next() * 0.35)) - 1;
  const chosen = random.some(others, Math.max(1, count));
  // Nobody trains with somebody they have blocked.
  const people = [host, ...chosen.filter(({ key }) => key !== 'dov' || !chosen.some((other) => other.key === 'ana'))];
  const createdAt = daysFrom(startsAt, -random.int(3, 9));
  const id = world.id(createdAt);
  const endsAt = addMinutes(startsAt, slot.minutes);
  const about = { title: slot.title, kind: slot.kind, cancelled: false, lastSeq: 0 };
  addSessionRow(world, slot, { ...about, id, gym, host, createdAt, startsAt, endsAt, people }, day, null);
  const session = { id, gym, startsAt, hostId: host.id, free: slot.spots - people.length };
  for (const member of people) addPastParticipant(world, session, member.id, createdAt, busy);
  return session;
}

/** Comes to some sessions of each week, as often as usual. */
function train(world: World, regular: Regular, past: readonly PastSession[], busy: Set<string>): void {
  const { random, now } = world;
  const until = earlierOf(regular.stoppedAt ?? now, now);
  const near = past.filter(
    ({ gym, startsAt }) => gym.key === regular.gym && startsAt > regular.joinedAt && startsAt < until,
  );
  const weeks = Map.groupBy(near, ({ startsAt }) => Math.floor(startsAt.getTime() / (7 * DAY)));
  // Some come less and less, like everywhere.
  const patience = regular.stoppedAt ? 1 : random.pick([1, 1, 1, 0.96, 0.85]);
  let keenness = 1;
  for (const sessions of weeks.values()) {
    keenness *= patience;
    const open = sessions.filter(({ free, startsAt }) => free > 0 && !busy.has(dayKey(regular.id, startsAt)));
    for (const session of random.some(open, regular.perWeek)) {
      if (busy.has(dayKey(regular.id, session.startsAt)) || !random.chance(0.85 * keenness)) continue;
      session.free--;
      addPastParticipant(world, session, regular.id, daysFrom(session.startsAt, -random.next() * 3), busy);
    }
  }
}

function addPastParticipant(
  world: World,
  session: PastSession,
  userId: string,
  joinedAt: Date,
  busy: Set<string>,
): void {
  const { random } = world;
  const attended = userId === session.hostId || random.chance(0.9);
  busy.add(dayKey(userId, session.startsAt));
  world.rows.session_participants.push({
    organization_id: session.gym.organizationId,
    session_id: session.id,
    user_id: userId,
    joined_at: joinedAt,
    attended,
    checked_in_at: attended ? addMinutes(session.startsAt, random.int(-12, 9)) : null,
    checked_in_by: session.hostId,
  });
}
