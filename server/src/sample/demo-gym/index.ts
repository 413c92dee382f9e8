import type { Db } from '#platform/db/connect.ts';
import { insertAtOnce } from '#simulator/filling/insert-rows.ts';
import { createIds, createRandom } from '#simulator/random.ts';
import { smallConversations } from '../messages/phrases.ts';
import { addOrganization } from '../organizations.ts';
import { ironHarbourPeople, nightShiftPeople } from '../people.ts';
import { addMinutes, createWorld, daysFrom, laterOf, sampleTables, type World } from '../world.ts';
import { kinds, TIMEZONE } from './kinds.ts';
import { chooseHosts, type DemoGymPlan, type Location, type Member, planWeek, type Slot } from './weeks.ts';

/** Rows to insert in one transaction, and how much of the gym is done then. */
export type DemoGymChunk = { done: number; rows: World['rows'] };

export async function insertDemoGymChunk(tx: Db, { rows }: DemoGymChunk): Promise<number> {
  let count = 0;
  for (const table of sampleTables) {
    await insertAtOnce(tx, table, rows[table]);
    count += rows[table].length;
  }
  return count;
}

const places = 'Riverside, Old Town, Station, Hillside, Market, Docks, Parkway, Northgate, Canal, University'.split(
  ', ',
);
const colors = ['#7C3AED', '#DB2777', '#0D9488', '#D97706', '#2563EB', '#16A34A'];
const company = [...ironHarbourPeople, ...nightShiftPeople];
const MEMBERS_A_CHUNK = 500;
const WEEKS_AHEAD = 2;

/** A gym of some size and the weeks behind it, in chunks to insert one after the other. */
export function planDemoGym(plan: DemoGymPlan) {
  const { kind, weeks, now, seed, tag } = plan;
  const world: World = { ...createWorld(now, seed), id: createIds(createRandom(tag)) };
  const opened = daysFrom(now, -7 * weeks - 60);
  const organizationId = addOrganization(world, opened, {
    name: kinds[kind].names[seed % kinds[kind].names.length] ?? '',
    business_type: plan.locations > 1 ? 'multiple' : 'single',
  });
  const chunkCount = Math.ceil(plan.members / MEMBERS_A_CHUNK) + weeks + WEEKS_AHEAD + 3;

  function* chunks(): Generator<DemoGymChunk> {
    let number = 0;
    const take = (): DemoGymChunk => {
      number += 1;
      const { rows } = world;
      world.rows = createWorld(now, seed).rows;
      return { done: Math.min(1, number / chunkCount), rows };
    };
    // The types of sessions are needed later, when their rows are written.
    const typeIds = new Map(world.rows.session_types.map(({ name, id }) => [name, id]));
    const locations = planLocations(world, organizationId, plan, opened);
    yield take();
    const members: Member[] = [];
    for (let from = 0; from < plan.members; from += MEMBERS_A_CHUNK) {
      for (let index = from; index < Math.min(plan.members, from + MEMBERS_A_CHUNK); index++)
        members.push(planMember(world, organizationId, plan, locations[index % locations.length]!, index));
      yield take();
    }
    for (const { slots, id } of locations)
      chooseHosts(
        world,
        slots,
        members.filter(({ location }) => location.id === id),
      );
    planFriendships(world, organizationId, members);
    yield take();
    for (let week = -weeks; week < WEEKS_AHEAD + 1; week++) {
      planWeek(world, organizationId, { plan, locations, members, typeIds, week });
      yield take();
    }
    planChats(world, organizationId, members);
    yield { ...take(), done: 1 };
  }
  return { organizationId, chunks };
}

const domainOf = (tag: number) => `g${tag.toString(36)}.example`;

function addUser(
  world: World,
  organizationId: string,
  about: Partial<World['rows']['users'][number]> & {
    id: string;
    email: string;
    first_name: string;
    created_at: Date;
    gymId: string;
    role: string;
  },
): void {
  const { gymId, ...user } = about;
  const { id, created_at, role } = user;
  world.rows.users.push({
    organization_id: organizationId,
    // Nobody reads these addresses, so nothing is mailed to them.
    ...{ email_verified: true, email_vouched: true, onboarding_completed: true },
    avatar_color: world.random.pick(colors),
    ...{ default_gym_id: gymId, current_gym_id: gymId, terms_agreed_at: created_at, updated_at: created_at },
    ...{ last_name: '', fitness_level: null, last_seen_at: world.now },
    ...user,
  });
  world.rows.user_gyms.push({
    organization_id: organizationId,
    user_id: id,
    gym_id: gymId,
    manages: role === 'gym_admin',
    created_at,
  });
}

function planLocations(
  world: World,
  organizationId: string,
  { kind, members, locations, tag }: DemoGymPlan,
  opened: Date,
): Location[] {
  const { rows } = world;
  const name = rows.organizations[0]?.name ?? '';
  const { spots, times, offers } = kinds[kind];
  // Members come one and a half times a week, and a session is usually three quarters full.
  const sessionsAWeek = Math.max(3, Math.ceil((1.5 * members) / locations / (0.75 * spots)));
  const planned = Array.from({ length: locations }, (_, index): Location => {
    const id = world.id(opened);
    rows.gyms.push({
      ...{ organization_id: organizationId, id, timezone: TIMEZONE, hours_set_at: opened },
      name: locations > 1 ? `${name} ${places[index]}` : name,
      address: `${index + 1} ${places[index]} Road, London`,
      ...{ created_at: opened, updated_at: opened },
    });
    for (let weekday = 0; weekday < 7; weekday++)
      rows.operating_hours.push({
        organization_id: organizationId,
        id: world.id(opened),
        gym_id: id,
        weekday,
        opens: '05:30',
        closes: '22:30',
      });
    const slots = Array.from(
      { length: sessionsAWeek },
      (_, slot): Slot => ({
        weekday: slot % 7,
        time: times[Math.floor(slot / 7) % times.length]!,
        offer: offers[(slot * 3 + index) % offers.length]!,
        host: null,
      }),
    );
    return { id, coachId: world.id(opened), slots };
  });
  const domain = domainOf(tag);
  const [first] = planned;
  const owner = {
    id: world.id(opened),
    email: `owner@${domain}`,
    first_name: 'Robin',
    last_name: 'Hale',
    role: 'org_admin',
  };
  addUser(world, organizationId, { ...owner, gymId: first!.id, created_at: opened });
  planned.forEach(({ id, coachId }, index) => {
    const { firstName, lastName } = company[index * 3 + 2]!;
    const coach = {
      id: coachId,
      email: `coach${index + 1}@${domain}`,
      first_name: firstName,
      last_name: lastName,
      role: 'gym_admin',
    };
    addUser(world, organizationId, { ...coach, gymId: id, created_at: opened, fitness_level: 'advanced' });
  });
  return planned;
}

function planMember(
  world: World,
  organizationId: string,
  { weeks, tag }: DemoGymPlan,
  location: Location,
  index: number,
): Member {
  const { random, now } = world;
  // Two in three were there before; the others joined since.
  const joinedAt = daysFrom(now, -7 * weeks * (random.chance(0.67) ? 1 : random.next()) - 1 - random.next() * 20);
  const leftAt = random.chance(0.18) ? random.between(joinedAt, daysFrom(now, -3)) : null;
  const id = world.id(joinedAt);
  addUser(world, organizationId, {
    ...{
      id,
      email: `member${index + 1}@${domainOf(tag)}`,
      role: 'regular_user',
      gymId: location.id,
      created_at: joinedAt,
    },
    first_name: random.pick(company).firstName,
    last_name: random.pick(company).lastName,
    fitness_level: random.pick(['beginner', 'intermediate', 'advanced']),
    last_seen_at: leftAt ?? random.between(laterOf(joinedAt, daysFrom(now, -4)), now),
  });
  const perWeek = random.pick([0.5, 1, 1, 1.5, 2, 2, 3]);
  return { id, location, joinedAt, leftAt, perWeek, habits: random.some(location.slots, 3) };
}

function planFriendships(world: World, organizationId: string, members: Member[]): void {
  const known = new Set<string>();
  for (const one of members) {
    for (let left = world.random.int(0, 3); left > 0; left--) {
      const other = world.random.pick(members);
      const [low = '', high = ''] = [one.id, other.id].sort();
      if (one === other || one.location !== other.location || known.has(`${low} ${high}`)) continue;
      known.add(`${low} ${high}`);
      const created_at = world.random.between(laterOf(one.joinedAt, other.joinedAt), world.now);
      world.rows.friendships.push({
        organization_id: organizationId,
        id: world.id(created_at),
        user_low_id: low,
        user_high_id: high,
        created_at,
      });
    }
  }
}

/** A few words between pairs, enough for a reader to find some. */
function planChats(world: World, organizationId: string, members: Member[]): void {
  const { random, rows, now } = world;
  for (let index = 0; index + 1 < Math.min(members.length, 400); index += 2) {
    const [one, other] = [members[index]!, members[index + 1]!];
    const [low = '', high = ''] = [one.id, other.id].sort();
    const lines = random.pick(smallConversations);
    const startedAt = random.between(
      laterOf(daysFrom(now, -20), laterOf(one.joinedAt, other.joinedAt)),
      daysFrom(now, -0.2),
    );
    const id = world.id(startedAt);
    const place = { organization_id: organizationId, conversation_id: id };
    rows.conversations.push({
      ...{
        organization_id: organizationId,
        id,
        kind: 'direct',
        user_low_id: low,
        user_high_id: high,
        created_by: one.id,
      },
      ...{ created_at: startedAt, updated_at: startedAt },
    });
    for (const { id: user_id } of [one, other])
      rows.conversation_members.push({ ...place, user_id, joined_at: startedAt, last_read_seq: lines.length });
    lines.forEach((content, line) => {
      const created_at = addMinutes(startedAt, (line + 1) * 3);
      const sender_id = (line % 2 === 0 ? one : other).id;
      rows.messages.push({
        ...place,
        seq: line + 1,
        id: world.id(created_at),
        sender_id,
        kind: 'text',
        content,
        client_nonce: world.id(created_at),
        created_at,
      });
    });
  }
}
