/**
 * The tight floor: for each hot call, the smallest hand-written statement that keeps the same promise in one round trip
 * and uses no server code. It formats no times, ignores series, waitlist and offers unless the call is about them, and
 * notifies no listener.
 */

import type { Spot } from '../calls/spots.ts';
import type { Person } from '../signed-in.ts';
import type { Text } from './floor.ts';

const person = (user: string) => `json_build_object('id', ${user}.id, 'first_name', ${user}.first_name,
  'last_name', ${user}.last_name, 'avatar_key', ${user}.avatar_key)`;
const hidden = (reader: string) => `array(
  select blocked_id from blocks where organization_id = $1 and blocker_id = ${reader}
  union all select blocker_id from blocks where organization_id = $1 and blocked_id = ${reader})`;
const people = (most: string) => `(select json_agg(${person('u')}) from (select user_id from session_participants p
    where p.organization_id = $1 and p.session_id = s.id order by joined_at, user_id ${most}) p
  join users u on u.id = p.user_id)`;
const session = (most: string) => `json_build_object('id', s.id, 'title', s.title, 'workout_type', s.workout_type,
  'starts_at', s.starts_at, 'ends_at', s.ends_at, 'gym_id', s.gym_id, 'status', s.status,
  'max_participants', s.max_participants, 'current_participants', s.current_participants,
  'waitlist_count', s.waitlist_count, 'creator', ${person('c')}, 'participants', ${people(most)},
  'is_participant', exists (select from session_participants p
    where p.organization_id = $1 and p.session_id = s.id and p.user_id = $2))`;

export const tightReads = {
  me: `select json_build_object('id', u.id, 'role', u.role, 'email', u.email, 'first_name', u.first_name,
      'last_name', u.last_name, 'avatar_key', u.avatar_key, 'gyms', (select json_agg(json_build_object('id', g.id,
        'name', g.name, 'timezone', g.timezone)) from gyms g where g.organization_id = $1 and g.id = any($3::uuid[])))::text as body
    from users u where u.id = $2`,
  unread: `select json_build_object('unread_count', count(*))::text as body from notifications
    where organization_id = $1 and user_id = $2 and read_at is null and in_app`,
  sessions: `with found as (
      select s.id, s.starts_at from sessions s where s.organization_id = $1 and s.gym_id = any($3::uuid[])
        and s.status = 'active' and s.ends_at > now() and s.starts_at > now() - interval '8 hours'
        and s.creator_id <> all(${hidden('$2')}))
    select json_build_object('count', (select count(*) from found), 'results', (
      select json_agg(${session('limit 6')} order by s.starts_at, s.id)
      from (select id from found order by starts_at, id limit 30) page
        join sessions s on s.organization_id = $1 and s.id = page.id join users c on c.id = s.creator_id))::text as body`,
  session: `select json_build_object('session', ${session('')}, 'gym', g.name, 'timezone', g.timezone,
      'session_type', (select name from session_types t where t.organization_id = $1 and t.id = s.session_type_id),
      'rule', (select rrule from session_series r where r.organization_id = $1 and r.id = s.series_id),
      'here', (select json_agg(user_id) from session_participants p
        where p.organization_id = $1 and p.session_id = s.id and p.attended),
      'waiting_since', (select queued_at from session_waitlist w where w.organization_id = $1 and w.session_id = s.id
        and w.user_id = $2 and w.status in ('waiting', 'offered')),
      'open_proposals', (select count(*) from session_proposals q
        where q.organization_id = $1 and q.session_id = s.id and q.status = 'pending'))::text as body
    from sessions s join users c on c.id = s.creator_id join gyms g on g.organization_id = $1 and g.id = s.gym_id
    where s.organization_id = $1 and s.id = $4 and s.gym_id = any($3::uuid[]) and s.creator_id <> all(${hidden('$2')})`,
  messages: `with page as (
      select m.* from session_messages m where m.organization_id = $1 and m.session_id = $4 and exists (
        select from session_participants p where p.organization_id = $1 and p.session_id = $4 and p.user_id = $2)
      order by seq desc limit 30)
    select json_build_object('count', (select count(*) from session_messages m
        where m.organization_id = $1 and m.session_id = $4 and cardinality($3::uuid[]) > 0),
      'results', (select json_agg(json_build_object('id', m.id, 'seq', m.seq, 'content', m.content,
        'sender', ${person('u')}, 'created_at', m.created_at) order by m.seq desc)
      from page m join users u on u.id = m.sender_id where u.id <> all(${hidden('$2')})))::text as body`,
};

const locked =
  'locked as materialized (select * from sessions where organization_id = $1 and id = $2 for no key update)';
const spot = (row: string, change: number) => `select json_build_object('session_id', ${row}.session_id,
  'user_id', ${row}.user_id, 'current_participants', locked.current_participants + ${change},
  'max_participants', locked.max_participants)::text as body from ${row}, locked`;

const tightWrites = {
  join: `with ${locked}, taken as (
      insert into session_participants (organization_id, session_id, user_id) select $1, id, $3 from locked
      where status = 'active' and starts_at > now()
        and current_participants + held_spots + waitlist_count < max_participants
      returning session_id, user_id)
    ${spot('taken', 1)}`,
  leave: `with ${locked}, gone as (
      delete from session_participants p using locked where p.organization_id = $1 and p.session_id = locked.id
        and p.user_id = $3 and locked.starts_at > now() returning p.session_id, p.user_id)
    ${spot('gone', -1)}`,
  say: `with said as (
      insert into session_messages (organization_id, session_id, id, sender_id, content)
      select $1, session_id, gen_random_uuid(), $3, $4 from session_participants
      where organization_id = $1 and session_id = $2 and user_id = $3 returning *)
    select json_build_object('id', m.id, 'seq', m.seq, 'content', m.content, 'sender', ${person('u')},
      'created_at', m.created_at)::text as body
    from said m join users u on u.id = m.sender_id`,
  create: `with made as (
      insert into sessions (organization_id, id, gym_id, creator_id, workout_type, title, starts_at, ends_at, share_token)
      values ($1, gen_random_uuid(), $2, $3, 'strength', $4, $5, $5::timestamptz + interval '1 hour', md5(random()::text))
      returning *),
    taken as (insert into session_participants (organization_id, session_id, user_id) select $1, id, $3 from made)
    select json_build_object('id', s.id, 'title', s.title, 'starts_at', s.starts_at, 'ends_at', s.ends_at,
      'max_participants', s.max_participants, 'current_participants', 1, 'creator', ${person('u')})::text as body
    from made s join users u on u.id = s.creator_id`,
  wait: `with ${locked}, queued as (
      insert into session_waitlist (organization_id, id, session_id, user_id) select $1, gen_random_uuid(), id, $3
      from locked where status = 'active' and starts_at > now()
        and current_participants + held_spots + waitlist_count >= max_participants
      returning session_id, user_id)
    ${spot('queued', 0)}`,
  unwait: `with ${locked}, gone as (
      update session_waitlist w set status = 'left', answered_at = now() from locked where w.organization_id = $1
        and w.session_id = locked.id and w.user_id = $3 and w.status = 'waiting' returning w.session_id, w.user_id)
    ${spot('gone', 0)}`,
  claim: `with ${locked}, offered as (
      update session_waitlist w set status = 'accepted', answered_at = now() from locked where w.organization_id = $1
        and w.session_id = locked.id and w.user_id = $3 and w.status = 'offered' and w.offer_expires_at > now()
      returning w.session_id),
    taken as (insert into session_participants (organization_id, session_id, user_id)
      select $1, session_id, $3 from offered returning session_id, user_id)
    ${spot('taken', 1)}`,
};
export type TightWrite = keyof typeof tightWrites;

const readValues = ({ caller }: Person, ...more: string[]) => [
  caller.organizationId,
  caller.userId,
  caller.gymIds,
  ...more,
];

/** A read with the parameters that all calls here share. */
export const tightReadFor = (name: keyof typeof tightReads, asking: readonly (Person | Spot)[]): Text => ({
  text: tightReads[name],
  values: asking.map((one) => {
    const values = 'person' in one ? readValues(one.person, one.sessionId) : readValues(one);
    return name === 'unread' ? values.slice(0, 2) : values;
  }),
});

export const tightWriteFor = (name: TightWrite, values: unknown[][]): Text => ({ text: tightWrites[name], values });
