import type { DemoGymKind } from '@spotter/contract/desk/demo-data.ts';
import { addDays, momentOf, wallAt, weekdayOf } from '@spotter/contract/wall-clock.ts';
import { addMinutes, daysFrom, earlierOf, type World } from '../world.ts';
import { type Kind, kinds, TIMEZONE } from './kinds.ts';

export type DemoGymPlan = {
  kind: DemoGymKind;
  members: number;
  weeks: number;
  locations: number;
  seed: number;
  now: Date;
  /** Keeps two gyms of one seed apart: ids and addresses depend on it. */
  tag: number;
};

export type Location = { id: string; coachId: string; slots: Slot[] };
export type Slot = { weekday: number; time: string; offer: Kind['offers'][number]; host: Member | null };
export type Member = {
  id: string;
  location: Location;
  joinedAt: Date;
  /** Stopped coming then. */
  leftAt: Date | null;
  perWeek: number;
  habits: Slot[];
};

/** Every second session has a member as its host, the others a coach. */
export function chooseHosts({ random }: World, slots: Slot[], members: Member[]): void {
  const regulars = members.filter(({ leftAt, perWeek }) => !leftAt && perWeek >= 1);
  slots.forEach((slot, index) => {
    slot.host = index % 2 === 0 && regulars.length > 0 ? random.pick(regulars) : null;
  });
}

type Weekly = {
  plan: DemoGymPlan;
  locations: Location[];
  members: Member[];
  typeIds: Map<string, string>;
  week: number;
};

/** All sessions of one week, and who comes. */
export function planWeek(
  world: World,
  organizationId: string,
  { plan, locations, members, typeIds, week }: Weekly,
): void {
  const { random, now } = world;
  const { spots } = kinds[plan.kind];
  const today = wallAt(now, TIMEZONE).day;
  const monday = addDays(today, week * 7 - weekdayOf(today));
  const open = new Map<Slot, { id: string; startsAt: Date; createdAt: Date; hostId: string; people: Set<string> }>();
  for (const location of locations)
    for (const slot of location.slots) {
      const [title, workout_type, type, minutes] = slot.offer;
      const startsAt = momentOf(`${addDays(monday, slot.weekday)}T${slot.time}`, TIMEZONE, 'later');
      const createdAt = earlierOf(daysFrom(startsAt, -6), daysFrom(now, -1));
      const hostId = slot.host && slot.host.joinedAt < createdAt ? slot.host.id : location.coachId;
      const id = world.id(createdAt);
      open.set(slot, { id, startsAt, createdAt, hostId, people: new Set() });
      world.rows.sessions.push({
        ...{ organization_id: organizationId, id, gym_id: location.id, creator_id: hostId },
        ...{ session_type_id: typeIds.get(type) ?? null, workout_type, title },
        ...{ starts_at: startsAt, ends_at: addMinutes(startsAt, minutes), max_participants: spots },
        ...{ created_at: createdAt, updated_at: createdAt },
      });
    }
  const come = (slot: Slot, userId: string) => {
    const session = open.get(slot)!;
    const { id: session_id, startsAt, createdAt, hostId, people } = session;
    if (people.size >= spots || people.has(userId)) return;
    people.add(userId);
    const isOver = startsAt < now;
    const attended = isOver ? userId === hostId || random.chance(0.9) : null;
    world.rows.session_participants.push({
      ...{ organization_id: organizationId, session_id, user_id: userId, attended },
      joined_at: userId === hostId ? createdAt : random.between(createdAt, earlierOf(startsAt, now)),
      checked_in_at: attended ? addMinutes(startsAt, random.int(-12, 9)) : null,
      checked_in_by: isOver ? hostId : null,
    });
  };
  for (const [slot, { hostId }] of open) come(slot, hostId);
  for (const member of members) {
    const days = new Set<number>();
    // Few sign up before the week has come.
    const keenness = member.perWeek * (week > 0 ? 0.3 : 1);
    for (let left = Math.floor(keenness) + (random.chance(keenness % 1) ? 1 : 0); left > 0; left--) {
      const slot = random.pick(random.chance(0.8) ? member.habits : member.location.slots);
      const at = open.get(slot)!.startsAt;
      if (days.has(slot.weekday) || at < member.joinedAt || (member.leftAt && at > member.leftAt)) continue;
      days.add(slot.weekday);
      come(slot, member.id);
    }
  }
}
