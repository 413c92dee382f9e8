import type { Hours } from '@spotter/contract/gyms/open-times.ts';
import type { Insertable } from 'kysely';
import type { DB } from '#platform/db/schema.generated.ts';
import { createIds, createRandom, type Random } from '#simulator/random.ts';
import type { GymKey, Person } from './people.ts';

/** In the order they can be inserted in: each after what it refers to. */
export const sampleTables = [
  'files',
  'organizations',
  'gyms',
  'users',
  'user_gyms',
  'user_preferences',
  'organization_themes',
  'saved_themes',
  'assets',
  'session_types',
  'operating_hours',
  'schedule_overrides',
  'invite_codes',
  'invite_code_uses',
  'referrals',
  'nominations',
  'friend_requests',
  'friendships',
  'blocks',
  'reports',
  'session_series',
  'session_series_members',
  'sessions',
  'session_participants',
  'session_waitlist',
  'session_invites',
  'session_proposals',
  'session_messages',
  'conversations',
  'conversation_members',
  'messages',
  'message_reactions',
  'poll_votes',
  'pinned_messages',
  'announcements',
  'notifications',
  'notification_actors',
  'member_remedies',
  'staff_notes',
  'audit_log',
] as const;
export type SampleTable = (typeof sampleTables)[number];

export type Gym = {
  key: GymKey;
  id: string;
  organizationId: string;
  name: string;
  timezone: string;
  hours: { weekly: Hours['weekly']; overrides: Hours['overrides'][number][] };
};

export type Member = Person & {
  id: string;
  organizationId: string;
  email: string;
  joinedAt: Date;
  favourites: string[];
  times: string[];
  /** Stopped coming; analytics should notice. */
  lapsedSince: Date | null;
};

/** A session as the rest of the sample data needs to know it. */
export type PlannedSession = {
  id: string;
  gym: Gym;
  host: Member;
  title: string;
  kind: string;
  createdAt: Date;
  startsAt: Date;
  endsAt: Date;
  people: Member[];
  cancelled: boolean;
  lastSeq: number;
};

/** A visitor's own gym for an hour: its addresses carry a tag, its people are demo users, and no link leads into it. */
export type Sandbox = { tag: string; expiresAt: Date; persona: { key: string; name: string } };

/** Everything that will be inserted, and what was planned on the way. */
export type World = {
  now: Date;
  seed: number;
  sandbox: Sandbox | null;
  random: Random;
  id(at: Date): string;
  rows: { [T in SampleTable]: Insertable<DB[T]>[] };
  gyms: Map<GymKey, Gym>;
  members: Map<string, Member>;
  sessions: PlannedSession[];
  friends: Set<string>;
};

export function createWorld(now: Date, seed: number, sandbox: Sandbox | null = null): World {
  const random = createRandom(seed);
  return {
    now,
    seed,
    sandbox,
    random,
    id: createIds(random),
    rows: Object.fromEntries(sampleTables.map((table) => [table, []])) as unknown as World['rows'],
    gyms: new Map(),
    members: new Map(),
    sessions: [],
    friends: new Set(),
  };
}

export function gymOf(world: World, key: GymKey): Gym {
  const gym = world.gyms.get(key);
  if (!gym) throw new Error(`No gym ${key} in the sample data.`);
  return gym;
}

export function memberOf(world: World, key: string): Member {
  const member = world.members.get(key);
  if (!member) throw new Error(`The sample data has no member called ${key}.`);
  return member;
}

/** Those of the named who are in this world; a demo has only some of the cast. */
export function presentIn(world: World, keys: string): Member[] {
  return keys.split(' ').flatMap((key) => world.members.get(key) ?? []);
}

export const areAllPresent = (world: World, keys: string) => presentIn(world, keys).length === keys.split(' ').length;

export const addMinutes = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000);

export function daysFrom(at: Date, days: number): Date {
  return new Date(at.getTime() + days * 24 * 60 * 60_000);
}

/** So far ahead that nobody talks about it yet. */
export const isFarAhead = (world: World, startsAt: Date) => startsAt > daysFrom(world.now, 14);

export const earlierOf = (one: Date, other: Date) => new Date(Math.min(one.getTime(), other.getTime()));
export const laterOf = (one: Date, other: Date) => new Date(Math.max(one.getTime(), other.getTime()));

export function pairKey(one: Member, other: Member): string {
  return [one.id, other.id].sort().join(' ');
}
