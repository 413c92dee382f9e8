import { addDays, momentOf, wallAt, weekdayOf } from '@spotter/contract/wall-clock.ts';
import { attraction } from '#simulator/sessions.ts';
import { areFriends } from './friends.ts';
import { isOpen, nextOpening } from './opening.ts';
import { planSeries, type Series } from './series.ts';
import { nextUp, type Slot, timetable } from './timetable.ts';
import { planWaitlist } from './waitlist.ts';
import {
  addMinutes,
  daysFrom,
  earlierOf,
  type Gym,
  gymOf,
  isFarAhead,
  type Member,
  type PlannedSession,
  presentIn,
  type World,
} from './world.ts';

const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
export const levels = ['beginner', 'intermediate', 'advanced'];
/** A session outside the times a member likes is about so many hours away from them. */
const OTHER_TIME_HOURS = 3;
const dayKey = (member: Member, day: string) => `${member.id} ${day}`;

type Plan = { weeksBack: number; weeksAhead: number; nextUp: (Slot & { inMinutes?: number })[] };

/** In each gym's own time, always inside its opening hours. */
export const sixWeeksAndFour: Plan = { weeksBack: 6, weeksAhead: 4, nextUp };

export function planSessions(world: World, { weeksBack, weeksAhead, nextUp: soon }: Plan): void {
  // One session a day is enough for anybody.
  const busy = new Set<string>();
  for (const slot of soon) {
    const gym = gymOf(world, slot.gym);
    const { day, time } = nextOpening(gym, addMinutes(world.now, slot.inMinutes ?? 100), slot.minutes);
    planSession(world, busy, { ...slot, time }, gym, day, null);
  }
  for (const slot of timetable) {
    const gym = world.gyms.get(slot.gym);
    if (!gym) continue;
    const today = wallAt(world.now, gym.timezone).day;
    const days = Array.from({ length: (weeksBack + weeksAhead) * 7 + 1 }, (_, index) =>
      addDays(today, index - weeksBack * 7),
    ).filter((day) => slot.weekdays.includes(weekdayOf(day)) && isOpen(gym, day, slot.time, slot.minutes));
    const series = planSeries(world, slot, gym, days);
    for (const day of days) planSession(world, busy, slot, gym, day, series);
    if (series && !world.sandbox) planFurther(world, slot, gym, series);
  }
  world.sessions.sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime());
}

function planSession(world: World, busy: Set<string>, slot: Slot, gym: Gym, day: string, series: Series | null): void {
  const { random, now } = world;
  const startsAt = momentOf(`${day}T${slot.time}`, gym.timezone, 'later');
  const hosts = presentIn(world, slot.hosts.join(' ')).filter((member) => !busy.has(dayKey(member, day)));
  const host = series?.regulars[0] ?? hosts[weekOf(startsAt) % Math.max(1, hosts.length)];
  if (!host) return;

  const ahead = startsAt > now;
  const announced = daysFrom(startsAt, -random.int(4, 9));
  const createdAt = announced < now ? announced : addMinutes(now, -random.int(100, 6000));
  const keen = byKeenness(world, slot, host, startsAt, day, busy);
  const regulars = series?.regulars.slice(1).filter((member) => keen.includes(member)) ?? [];
  const others = [...new Set([...regulars, ...keen])];
  // Few sign up weeks before.
  const interest = slot.demand * (isFarAhead(world, startsAt) ? 0.4 : 1);
  const expected = Math.round(slot.spots * interest * (0.75 + random.next() * 0.4)) - (ahead ? random.int(0, 2) : 0);
  const count = interest > 1 ? slot.spots : Math.min(slot.spots, Math.max(2, expected));
  const farFromNow = Math.abs(startsAt.getTime() - now.getTime()) > 36 * 3_600_000;
  const session: PlannedSession = {
    id: world.id(createdAt),
    gym,
    host,
    title: slot.title,
    kind: slot.kind,
    createdAt,
    startsAt,
    endsAt: addMinutes(startsAt, slot.minutes),
    people: [host, ...others.slice(0, count - 1)],
    cancelled: series === null && farFromNow && random.chance(0.03),
    lastSeq: 0,
  };
  for (const member of session.people) busy.add(dayKey(member, day));
  const isFull = session.people.length === slot.spots;
  if (ahead && isFull && !session.cancelled) planWaitlist(world, session, others.slice(count - 1));
  world.sessions.push(session);
  addSessionRow(world, slot, session, day, series?.id ?? null);
  addParticipantRows(world, session, series?.regulars ?? []);
}

/** Beyond the fully planned days, a series has its sessions and its members as far ahead as sessions exist. */
function planFurther(world: World, slot: Slot, gym: Gym, { id, regulars, days }: Series): void {
  const createdAt = daysFrom(world.now, -1);
  for (const day of days) {
    const startsAt = momentOf(`${day}T${slot.time}`, gym.timezone, 'later');
    const session: PlannedSession = {
      id: world.id(createdAt),
      gym,
      host: regulars[0]!,
      title: slot.title,
      kind: slot.kind,
      createdAt,
      startsAt,
      endsAt: addMinutes(startsAt, slot.minutes),
      people: regulars,
      cancelled: false,
      lastSeq: 0,
    };
    addSessionRow(world, slot, session, day, id);
    addParticipantRows(world, session, regulars);
  }
}

const weekOf = (at: Date) => Math.floor(at.getTime() / (7 * 24 * 3_600_000));

/** Who would come, the keenest first, as the simulator's members choose: by workout, hour, and whether their friend hosts it. */
function byKeenness(world: World, slot: Slot, host: Member, at: Date, day: string, busy: Set<string>): Member[] {
  const time = timeOfDay(slot.time, day);
  const keenness = (member: Member) => {
    const taste = member.favourites.includes(slot.kind) ? 1 / member.favourites.length : 0;
    const isTheirTime = member.times.some((preferred) => time.includes(preferred));
    const friends = Number(areFriends(world, member, host));
    return attraction(taste, friends, isTheirTime ? 0 : OTHER_TIME_HOURS, world.random);
  };
  const lowest = levels.indexOf(slot.levels[0]);
  const keepApart = host.key === 'ana' ? 'dov' : host.key === 'dov' ? 'ana' : null;
  const sorted = [...world.members.values()]
    .filter(
      (member) =>
        member !== host &&
        member.key !== keepApart &&
        member.gyms.includes(slot.gym) &&
        member.joinedAt < at &&
        !(member.lapsedSince && member.lapsedSince < at) &&
        levels.indexOf(member.level ?? 'beginner') >= lowest &&
        (!slot.women || member.gender === 'female') &&
        !busy.has(dayKey(member, day)),
    )
    .map((member) => ({ member, score: keenness(member) }))
    .sort((one, other) => other.score - one.score)
    .map(({ member }) => member);
  const first = sorted.find((member) => member.key === 'ana' || member.key === 'dov');
  return sorted.filter((member) => member === first || (member.key !== 'ana' && member.key !== 'dov'));
}

function timeOfDay(time: string, day: string): string[] {
  const hour = Number(time.slice(0, 2));
  const band =
    hour < 7 ? 'early_morning' : hour < 11 ? 'morning' : hour < 14 ? 'midday' : hour < 17 ? 'afternoon' : 'evening';
  return weekdayOf(day) >= 5 ? [band, 'weekend'] : [band];
}

export function addSessionRow(
  world: World,
  slot: Slot,
  session: PlannedSession,
  day: string,
  seriesId: string | null,
): void {
  const organizationId = session.gym.organizationId;
  const type = world.rows.session_types.find((row) => row.organization_id === organizationId && row.name === slot.type);
  world.rows.sessions.push({
    organization_id: organizationId,
    id: session.id,
    gym_id: session.gym.id,
    creator_id: session.host.id,
    series_id: seriesId,
    occurrence_on: seriesId === null ? null : day,
    session_type_id: type?.id ?? null,
    workout_type: slot.kind,
    title: slot.title,
    description: slot.description,
    starts_at: session.startsAt,
    ends_at: session.endsAt,
    max_participants: slot.spots,
    fitness_level_min: slot.levels[0],
    fitness_level_max: slot.levels[1],
    gender_preference: slot.women ? 'female' : 'any',
    share_token: world.sandbox ? null : Array.from({ length: 22 }, () => world.random.pick(letters)).join(''),
    created_at: session.createdAt,
    updated_at: session.createdAt,
  });
}

function addParticipantRows(world: World, session: PlannedSession, regulars: readonly Member[]): void {
  const { random, now } = world;
  const latest = earlierOf(session.startsAt, now);
  const over = session.endsAt < now && !session.cancelled;
  for (const member of session.people) {
    const attended = over ? member === session.host || random.chance(0.88) : null;
    world.rows.session_participants.push({
      organization_id: session.gym.organizationId,
      session_id: session.id,
      user_id: member.id,
      joined_at: member === session.host ? session.createdAt : random.between(session.createdAt, latest),
      with_series: regulars.includes(member),
      attended,
      checked_in_at: attended ? addMinutes(session.startsAt, random.int(-12, 9)) : null,
      checked_in_by: attended === null ? null : random.chance(0.6) && attended ? member.id : session.host.id,
    });
  }
}
