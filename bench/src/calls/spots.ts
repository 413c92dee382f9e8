import type pg from 'pg';
import { load } from '../settings.ts';
import type { Person } from '../signed-in.ts';

/** A member and a session. */
export type Spot = { person: Person; sessionId: string };

const mayJoin = `s.current_participants + 1 < s.max_participants
  and not exists (select from session_participants p
    where p.organization_id = s.organization_id and p.session_id = s.id and p.user_id = $3)
  and not exists (select from blocks b where b.organization_id = s.organization_id
    and ((b.blocker_id = s.creator_id and b.blocked_id = $3) or (b.blocked_id = s.creator_id and b.blocker_id = $3)))`;
const isIn = `exists (select from session_participants p
    where p.organization_id = s.organization_id and p.session_id = s.id and p.user_id = $3)
  and not exists (select from blocks b where b.organization_id = s.organization_id and $3 in (b.blocker_id, b.blocked_id))`;

const mayWait = `s.current_participants + s.held_spots >= s.max_participants
  and not exists (select from session_participants p
    where p.organization_id = s.organization_id and p.session_id = s.id and p.user_id = $3)
  and not exists (select from blocks b where b.organization_id = s.organization_id and $3 in (b.blocker_id, b.blocked_id))`;

const sessionsFor = (which: string) => `select s.id from sessions s
  where s.organization_id = $1 and s.gym_id = any($2::uuid[]) and s.status = 'active'
    and s.starts_at > now() + interval '1 day' and ${which}
  order by md5(s.id::text || $3) limit 20`;

/** One session per member, and no session for more than `most` members; the same number for each connection. */
async function find(pool: pg.Pool, people: Person[], which: string, most = 1): Promise<Spot[]> {
  const taken = new Map<string, number>();
  const spots: Spot[] = [];
  // Alternates between both ends of the list, because neighbors share an organization and its events wait for each
  // other.
  for (const person of people.map((_, index) => people[(index * 7919) % people.length]!)) {
    if (spots.length === load.spots) break;
    const { organizationId, gymIds, userId } = person.caller;
    const { rows } = await pool.query<{ id: string }>(sessionsFor(which), [organizationId, gymIds, userId]);
    const sessionId = rows.find(({ id }) => (taken.get(id) ?? 0) < most)?.id;
    if (!sessionId) continue;
    taken.set(sessionId, (taken.get(sessionId) ?? 0) + 1);
    spots.push({ person, sessionId });
  }
  const even = spots.length - (spots.length % load.connections);
  if (even === 0) throw new Error(`Only ${spots.length} of ${people.length} members have a session to use.`);
  return spots.slice(0, even);
}

/** Upcoming sessions that a member could join now. */
export const spotsToTake = (pool: pg.Pool, people: Person[]) => find(pool, people, mayJoin);

/** Upcoming full sessions, for members who could join the waitlist. */
export const spotsToWaitFor = (pool: pg.Pool, people: Person[]) => find(pool, people, mayWait, 20);

/** Upcoming sessions with a participant, each with thirty messages in its chat. */
export async function spotsToMessage(pool: pg.Pool, people: Person[]): Promise<Spot[]> {
  const spots = await find(pool, people, isIn);
  await pool.query(chatter, [spots.map(({ sessionId }) => sessionId)]);
  await pool.query('vacuum analyze session_messages');
  return spots;
}

const chatter = `insert into session_messages (organization_id, session_id, seq, id, sender_id, content, client_nonce, created_at)
  select s.organization_id, s.id, n, gen_random_uuid(), p.people[1 + n % array_length(p.people, 1)],
    'Bring a towel, and be early. Message ' || n, gen_random_uuid(), now() - (31 - n) * interval '10 minutes'
  from sessions s cross join generate_series(1, 30) n, lateral (
    select array_agg(user_id order by user_id) as people from session_participants
    where organization_id = s.organization_id and session_id = s.id) p
  where s.id = any($1::uuid[])
  on conflict do nothing`;
