import { managesGyms } from '@spotter/contract/roles.ts';
import { trainingGoals } from '@spotter/contract/users/training-goals.ts';
import type { Face } from './faces.ts';
import type { Organizations } from './organizations.ts';
import { ironHarbourPeople, nightShiftPeople, operator, type Person } from './people.ts';
import { daysFrom, gymOf, type Member, type World } from './world.ts';

const avatarColors = ['#7C3AED', '#DB2777', '#0D9488', '#D97706', '#2563EB', '#16A34A', '#DC2626', '#4F46E5'];
const kinds = ['cardio', 'strength', 'classes', 'flexibility', 'sports'];
const times = ['early_morning', 'morning', 'midday', 'afternoon', 'evening', 'weekend'];

/** Who has been away for a while, in days. */
const lapsed = new Map([
  ['sofia', 24],
  ['yusuf', 31],
  ['ruby', 22],
  ['jamal', 27],
]);

export const everybody: Person[] = [operator, ...ironHarbourPeople, ...nightShiftPeople];

export type Credentials = Map<string, string>;

export function emailOf(person: Person): string {
  if (person === operator) return `${person.key}@spotter.example`;
  return `${person.key}@${nightShiftPeople.includes(person) ? 'nightshift' : 'ironharbour'}.example`;
}

export function planMembers(
  world: World,
  { ironHarbour, nightShift }: Organizations,
  faces: Map<string, Face>,
  passwordHashes: Credentials,
): void {
  addPerson(world, null, operator, faces, passwordHashes);
  for (const person of ironHarbourPeople) addPerson(world, ironHarbour, person, faces, passwordHashes);
  for (const person of nightShiftPeople) addPerson(world, nightShift, person, faces, passwordHashes);
}

export function addPerson(
  world: World,
  organizationId: string | null,
  person: Person,
  faces: ReadonlyMap<string, Pick<Face, 'key'>>,
  passwordHashes: Credentials,
): void {
  const { random, now, sandbox } = world;
  const staff = person.role !== 'regular_user';
  // Night Shift is younger.
  const earliest = person.gyms.includes('shoreditch') ? 200 : 290;
  const joinedAt = daysFrom(now, staff ? -random.int(205, 209) : -random.int(62, earliest));
  const favourites = random.some(kinds, random.int(1, 3));
  const preferred = random.some(times, random.int(2, 3));
  const away = lapsed.get(person.key);
  const gyms = person.gyms.filter((key) => world.gyms.has(key));
  const gymIds = gyms.map((key) => gymOf(world, key).id);
  const id = world.id(joinedAt);
  const email = sandbox ? `${person.key}.${sandbox.tag}@demo.spotter.example` : emailOf(person);

  world.rows.users.push({
    id,
    organization_id: organizationId,
    role: person.role,
    email,
    email_verified: true,
    password_hash: passwordHashes.get(email) ?? null,
    first_name: person.firstName,
    last_name: person.lastName,
    fitness_level: person.level,
    gender: person.gender,
    bio: person.bio,
    goals: random.some(trainingGoals, random.int(1, 3)),
    favourite_workouts: favourites,
    preferred_times: preferred,
    avatar_key: faces.get(person.key)?.key ?? null,
    avatar_color: random.pick(avatarColors),
    default_gym_id: gymIds[0] ?? null,
    current_gym_id: gymIds[0] ?? null,
    personal_share_code: organizationId === null || sandbox ? null : shareCode(world, person),
    is_demo_user: sandbox !== null,
    demo_persona: sandbox?.persona.key === person.key ? sandbox.persona.name : null,
    demo_expires_at: sandbox?.expiresAt ?? null,
    onboarding_completed: true,
    terms_agreed_at: joinedAt,
    last_seen_at: away ? daysFrom(now, -away) : random.between(daysFrom(now, -3), now),
    created_at: joinedAt,
    updated_at: joinedAt,
  });
  if (organizationId === null) return;

  for (const gymId of gymIds) {
    world.rows.user_gyms.push({
      organization_id: organizationId,
      user_id: id,
      gym_id: gymId,
      manages: managesGyms(person.role),
      created_at: joinedAt,
    });
  }
  world.rows.user_preferences.push({ user_id: id, preferences: { onboarding: tourTaken }, updated_at: joinedAt });
  const member: Member = {
    ...person,
    gyms,
    id,
    organizationId,
    email,
    joinedAt,
    favourites,
    times: preferred,
    lapsedSince: away ? daysFrom(now, -away) : null,
  };
  world.members.set(person.key, member);
}

/** Everybody here knows the app; the tour is for new accounts. */
export const tourTaken = {
  version: 1,
  tourStatus: 'completed',
  tourStep: 5,
  profileCompleted: true,
  requiredProfileCompleted: true,
  tipsShown: {},
  lastTipShownAt: null,
  actionsSinceLastTip: 0,
  device: 'mobile',
  pausedAt: null,
};

function shareCode(world: World, person: Person): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  return `${person.key.toUpperCase()}-${Array.from({ length: 5 }, () => world.random.pick([...letters])).join('')}`;
}
