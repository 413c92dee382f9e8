import { addDays, minutesOf, wallAt } from '@spotter/contract/wall-clock.ts';
import { type Moments, momentsUntil } from '#simulator/filling/moments.ts';
import { type History, simulate } from '#simulator/index.ts';
import { addToCrowd, crowds } from './crowd.ts';
import { isOpen } from './opening.ts';
import type { GymKey } from './people.ts';
import { addSessionRow, levels } from './sessions.ts';
import { timetable } from './timetable.ts';
import { addMinutes, daysFrom, type Gym, gymOf, laterOf, type Member, presentIn, type World } from './world.ts';

/** The sample gyms are young and grow: many of their members came in the last half year. And they are keen. */
const GROWING = { joining: 0.4, keenness: 3 };
const HOUR = 3_600_000;

/** One life of the simulator, led by one of the cast until the weeks that are planned in full, or by one of the crowd. */
type Trainee = { id: string; isCast: boolean; gender: string | null; level: string | null; from: Date; until: Date };

/** A session of the past. One that isn't planned yet gets its row if anybody but the host comes. */
type Past = {
  id: string;
  day: string;
  minute: number;
  createdAt: Date;
  startsAt: Date;
  hostId: string;
  spots: number;
  lowest: number;
  women: boolean;
  people: Set<string>;
  addRow: (() => void) | null;
};

/** The past before the weeks that are planned in full, and in all of it the crowd: lived by the simulator, on the gyms' timetable. */
export function planHistory(world: World, weeks: { planned: number; back: number }): void {
  for (const [index, key] of (Object.keys(crowds) as GymKey[]).entries()) {
    const gym = gymOf(world, key);
    const cast = [...world.members.values()].filter(({ gyms }) => gyms[0] === key);
    const moments = momentsUntil(world.now, weeks.back, gym.timezone);
    const life = playGym(moments, {
      members: cast.length + crowds[key].length,
      weeks: weeks.back,
      seed: world.seed + index,
    });
    const people = [...cast.map(leadsLife(world, weeks.planned)), ...planCrowd(world, gym, cast.length, life, moments)];
    addFriendships(world, gym, people, life, moments);
    const past = [...plannedSessions(world, gym), ...timetableOf(world, gym, weeks.planned, moments)];
    train(world, gym, { days: Map.groupBy(past, ({ day }) => day), people, life, moments });
  }
}

/** The past of a sample gym, for its cast first and then its crowd. */
export const playGym = (moments: Moments, size: { members: number; weeks: number; seed: number }): History =>
  simulate({ world: 'ordinary', ...GROWING, ...size }, moments.hoursMore);

const leadsLife =
  (world: World, weeksPlanned: number) =>
  ({ id, gender, level, joinedAt, lapsedSince }: Member): Trainee => ({
    ...{ id, gender, level, isCast: true, from: joinedAt },
    until: lapsedSince ?? daysFrom(world.now, -7 * weeksPlanned),
  });

function planCrowd(world: World, gym: Gym, first: number, life: History, moments: Moments): Trainee[] {
  const seen = new Map<number, number>();
  for (const { member, joinedAt, checkedInAt } of life.spots)
    seen.set(member, Math.max(seen.get(member) ?? -Infinity, checkedInAt ?? joinedAt));
  return crowds[gym.key].map((name, index) => {
    const profile = life.members[first + index]!;
    const joinedAt = moments.at(profile.joinedDay * 24 + 6);
    const seenAt = moments.at(Math.max(seen.get(profile.id) ?? -Infinity, profile.joinedDay * 24 + 6));
    const id = addToCrowd(world, gym, { name, joinedAt, seenAt, profile });
    const { gender, level } = profile;
    return { id, isCast: false, gender, level, from: joinedAt, until: world.now };
  });
}

/** The cast have the friends they have been given. */
function addFriendships(world: World, gym: Gym, people: readonly Trainee[], life: History, moments: Moments): void {
  for (const { one, other, since } of life.friendships) {
    const [a, b] = [people[one]!, people[other]!];
    if (a.isCast || b.isCast) continue;
    const [user_low_id = '', user_high_id = ''] = [a.id, b.id].sort();
    const created_at = moments.at(since);
    const row = { id: world.id(created_at), user_low_id, user_high_id, created_at };
    world.rows.friendships.push({ organization_id: gym.organizationId, ...row });
  }
}

/** Sessions of the weeks that are planned in full; their hosts and guests are in already. */
function plannedSessions(world: World, gym: Gym): Past[] {
  const rows = new Map(world.rows.sessions.map((row) => [row.id, row]));
  return world.sessions
    .filter((session) => session.gym === gym && session.endsAt < world.now && !session.cancelled)
    .map(({ id, startsAt, createdAt, host, people }) => {
      const row = rows.get(id)!;
      const { day, time } = wallAt(startsAt, gym.timezone);
      return {
        ...{ id, day, startsAt, createdAt, hostId: host.id, spots: row.max_participants! },
        ...{ minute: minutesOf(time), women: row.gender_preference === 'female' },
        lowest: levels.indexOf(row.fitness_level_min ?? 'beginner'),
        ...{ people: new Set(people.map((member) => member.id)), addRow: null },
      };
    });
}

/** What the timetable offered before, each with a host who was there and free. */
function timetableOf(world: World, gym: Gym, weeksPlanned: number, moments: Moments): Past[] {
  const { random } = world;
  const firstPlanned = addDays(wallAt(world.now, gym.timezone).day, -7 * weeksPlanned);
  const hosting = new Set<string>();
  const past: Past[] = [];
  const slots = timetable.filter((slot) => slot.gym === gym.key);
  for (let number = 0; moments.dayOf(number) < firstPlanned; number++) {
    const day = moments.dayOf(number);
    for (const slot of slots) {
      // Day 0 is a Monday.
      if (!slot.weekdays.includes(number % 7) || !isOpen(gym, day, slot.time, slot.minutes)) continue;
      const startsAt = moments.at(number * 24 + minutesOf(slot.time) / 60);
      const isFree = ({ id, joinedAt, lapsedSince }: Member) =>
        joinedAt < startsAt && !(lapsedSince && lapsedSince < startsAt) && !hosting.has(`${id} ${day}`);
      const [host] = random.some(presentIn(world, slot.hosts.join(' ')).filter(isFree), 1);
      if (!host) continue;
      hosting.add(`${host.id} ${day}`);
      const createdAt = laterOf(daysFrom(startsAt, -random.int(3, 9)), host.joinedAt);
      const id = world.id(createdAt);
      const endsAt = addMinutes(startsAt, slot.minutes);
      const about = { id, gym, host, title: slot.title, kind: slot.kind, createdAt, startsAt, endsAt };
      past.push({
        ...{ id, day, createdAt, startsAt, hostId: host.id, spots: slot.spots, women: slot.women },
        ...{ minute: minutesOf(slot.time), lowest: levels.indexOf(slot.levels[0]), people: new Set([host.id]) },
        addRow: () => addSessionRow(world, slot, { ...about, people: [], cancelled: false, lastSeq: 0 }, day, null),
      });
    }
  }
  return past;
}

type Training = { days: ReadonlyMap<string, Past[]>; people: readonly Trainee[]; life: History; moments: Moments };

/** Each simulated visit goes to the session of its day that is nearest to its hour. */
function train(world: World, gym: Gym, { days, people, life, moments }: Training): void {
  const blocked = new Set(world.rows.blocks.flatMap(({ blocker_id: a, blocked_id: b }) => [`${a} ${b}`, `${b} ${a}`]));
  const suits = (session: Past, { id, isCast, gender, level, from, until }: Trainee) =>
    (session.addRow !== null || !isCast) &&
    session.startsAt > from &&
    session.startsAt < until &&
    session.people.size < session.spots &&
    (!session.women || gender === 'female') &&
    levels.indexOf(level ?? 'beginner') >= session.lowest &&
    ![...session.people].some((other) => blocked.has(`${id} ${other}`));
  const spots = { organization_id: gym.organizationId, with_series: false };
  const rows = world.rows.session_participants;
  for (const { session: number, member, joinedAt, attended, checkedInAt } of life.spots) {
    const { at, series } = life.sessions[number]!;
    const trainee = people[member]!;
    const today = days.get(moments.dayOf(Math.floor(at / 24))) ?? [];
    // Who stays in a repeating session holds a spot there whether they come or not.
    if (at >= life.end || (series !== null && !attended) || today.some((session) => session.people.has(trainee.id)))
      continue;
    const away = ({ minute }: Past) => Math.abs(minute - (at % 24) * 60);
    let nearest: Past | null = null;
    for (const session of today) {
      if (away(session) >= (nearest ? away(nearest) : Infinity)) continue;
      if (suits(session, trainee)) nearest = session;
    }
    if (!nearest) continue;
    const { id: session_id, startsAt, createdAt, hostId } = nearest;
    if (nearest.addRow && nearest.people.size === 1) {
      nearest.addRow();
      const there = { attended: true, checked_in_at: startsAt, checked_in_by: hostId };
      rows.push({ ...spots, session_id, user_id: hostId, joined_at: createdAt, ...there });
    }
    nearest.people.add(trainee.id);
    const moment = (hours: number) => new Date(startsAt.getTime() + Math.round((hours - at) * HOUR));
    rows.push({
      ...{ ...spots, session_id, user_id: trainee.id },
      joined_at: laterOf(laterOf(moment(joinedAt), createdAt), trainee.from),
      ...{ attended, checked_in_at: checkedInAt === null ? null : moment(checkedInAt) },
      checked_in_by: attended === null ? null : hostId,
    });
  }
}
