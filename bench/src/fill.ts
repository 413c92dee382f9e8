import type pg from 'pg';
import { sizes } from './settings.ts';

/*
 * Twenty organisations' life as a few set-based statements. Everything is numbered from 0, and ids, parents and texts
 * follow from the numbers; the order of the ids is the order of the numbers, as with ids made one after the other.
 */

const kinds = { organization: 1, gym: 2, user: 3, login: 4, type: 5, session: 6, conversation: 7, message: 8, note: 9 };
const id = (kind: keyof typeof kinds, number: string) => `pg_temp.id(${kinds[kind]}, ${number})`;

const perOrganization = sizes.membersOfAnOrganization;
/** Members of one gym: every third of the organisation. */
const perGym = Math.floor(perOrganization / 3);

const idFunction = `create function pg_temp.id(kind int, number bigint) returns uuid language sql immutable as $$
  select (lpad(to_hex(1760000000000 + number), 12, '0') || '7' || lpad(to_hex(kind), 3, '0')
    || '8' || substr(md5(kind || ':' || number), 1, 15))::uuid $$`;

const organizations = `insert into organizations (id, name)
  select ${id('organization', 'o')}, 'Gym company ' || o from generate_series(0, $1::int - 1) o`;

const gyms = `insert into gyms (organization_id, id, name, address, timezone)
  select ${id('organization', 'g / 3')}, ${id('gym', 'g')}, 'Location ' || g, g || ' Long Street, Harbour Town',
    (array['Europe/London', 'Europe/Berlin', 'America/New_York'])[g % 3 + 1]
  from generate_series(0, $1::int - 1) g`;

const sessionTypes = `insert into session_types (organization_id, id, name, kind, position)
  select ${id('organization', 'o')}, ${id('type', 'o * 5 + k')}, 'Our ' || kind, kind, k
  from generate_series(0, $1::int - 1) o,
    unnest(array['cardio', 'strength', 'classes', 'flexibility', 'sports']) with ordinality t(kind, n), lateral (select n - 1 as k) z`;

const faces = `insert into files (key, organization_id, content_type, bytes)
  select md5('face ' || m) || '.webp', ${id('organization', `m / ${perOrganization}`)}, 'image/webp', 4096
  from generate_series(0, $1::int - 1) m`;

/** The first of each organisation is its admin. */
const members = `insert into users (id, organization_id, role, email, email_verified, password_hash, first_name, last_name,
    fitness_level, gender, bio, timezone, goals, favourite_workouts, preferred_times, avatar_key, default_gym_id,
    current_gym_id, personal_share_code, onboarding_completed, terms_agreed_at, last_seen_at)
  select ${id('user', 'm')}, ${id('organization', 'o')}, case when j = 0 then 'org_admin' else 'regular_user' end,
    'member-' || m || '@gym-' || o || '.example', true, 'no password opens this account',
    (array['Ana', 'Ben', 'Cleo', 'Dov', 'Eve', 'Finn', 'Olga', 'Sam'])[m % 8 + 1], 'Number ' || m,
    (array['beginner', 'intermediate', 'advanced'])[m % 3 + 1], (array['female', 'male', 'non_binary'])[m % 3 + 1],
    'Trains most days of the week, and never without coffee.', (array['Europe/London', 'Europe/Berlin'])[m % 2 + 1],
    array['strength', 'company'], array['strength', 'cardio'], array['morning', 'evening'],
    md5('face ' || m) || '.webp', ${id('gym', 'o * 3 + j % 3')}, ${id('gym', 'o * 3 + j % 3')}, 'CODE-' || m, true, now(), now()
  from generate_series(0, $1::int - 1) m,
    lateral (select m / ${perOrganization} as o, m % ${perOrganization} as j) place`;

/** Everybody has their own gym, and every second person another beside it. */
const memberGyms = `insert into user_gyms (organization_id, user_id, gym_id)
  select ${id('organization', 'o')}, ${id('user', 'm')}, ${id('gym', 'o * 3 + (j + other) % 3')}
  from generate_series(0, $1::int - 1) m, generate_series(0, 1) other,
    lateral (select m / ${perOrganization} as o, m % ${perOrganization} as j) place
  where other = 0 or m % 2 = 0`;

const logins = `insert into logins (id, user_id, method, user_agent, expires_at)
  select ${id('login', 'm')}, ${id('user', 'm')}, 'password', 'bench', now() + interval '30 days'
  from generate_series(0, $1::int - 1) m`;

/** Every twentieth person has blocked somebody. */
const blocks = `insert into blocks (organization_id, blocker_id, blocked_id)
  select ${id('organization', `m / ${perOrganization}`)}, ${id('user', 'm')}, ${id('user', 'm + 3')}
  from generate_series(0, $1::int - 1, 20) m`;

/** s is the session's number, k its number within its organisation: eight weeks, six behind and two ahead. */
const sessionPlace = `lateral (select s % ${sizes.organizations} as o, s / ${sizes.organizations} as k) place`;
const perWeek = Math.ceil(sizes.sessions / sizes.organizations / 8);
/** The people of a session belong to its gym; the host is number 0 of them. */
const personOf = (number: string) =>
  id('user', `o * ${perOrganization} + ((k * 7919 + ${number} * 31) % ${perGym}) * 3 + k % 3`);
const peopleOf = '(2 + k % 9)';

const sessions = `insert into sessions (organization_id, id, gym_id, creator_id, session_type_id, workout_type, title,
    description, starts_at, ends_at, max_participants, share_token, created_at)
  select ${id('organization', 'o')}, ${id('session', 's')}, ${id('gym', 'o * 3 + k % 3')}, ${personOf('0')},
    ${id('type', 'o * 5 + k % 5')}, (array['cardio', 'strength', 'classes', 'flexibility', 'sports'])[k % 5 + 1],
    'Session ' || s, 'Warm up together, then three rounds. Bring water and a towel.', starts, starts + interval '1 hour', 10,
    md5('share ' || s), starts - interval '60 days'
  from generate_series(0, $1::int - 1) s, ${sessionPlace},
    lateral (select date_trunc('hour', now()) + interval '30 minutes' + (k - 6 * ${perWeek}) * interval '1 week' / ${perWeek} as starts) t`;

const participants = `insert into session_participants (organization_id, session_id, user_id, joined_at)
  select ${id('organization', 'o')}, ${id('session', 's')}, ${personOf('p')}, now() - interval '60 days' + p * interval '1 hour'
  from generate_series(0, $1::int - 1) s, ${sessionPlace}, lateral generate_series(0, ${peopleOf} - 1) p`;

/** Each member talks with the next one. */
const talkPlace = `lateral (select c / ${perOrganization} as o, c as one,
  c / ${perOrganization} * ${perOrganization} + (c + 1) % ${perOrganization} as other) place`;

const conversations = `insert into conversations (organization_id, id, kind, user_low_id, user_high_id, created_by)
  select ${id('organization', 'o')}, ${id('conversation', 'c')}, 'direct', least(${id('user', 'one')}, ${id('user', 'other')}),
    greatest(${id('user', 'one')}, ${id('user', 'other')}), ${id('user', 'one')}
  from generate_series(0, $1::int - 1) c, ${talkPlace}`;

const conversationMembers = `insert into conversation_members (organization_id, conversation_id, user_id)
  select ${id('organization', 'o')}, ${id('conversation', 'c')}, ${id('user', 'person')}
  from generate_series(0, $1::int - 1) c, ${talkPlace}, unnest(array[one, other]) person`;

const perConversation = sizes.messages / sizes.conversations;
const messages = `insert into messages (organization_id, conversation_id, seq, id, sender_id, content, client_nonce, created_at)
  select ${id('organization', 'o')}, ${id('conversation', 'c')}, n % ${perConversation} + 1, ${id('message', 'n')},
    ${id('user', 'case when n % 2 = 0 then one else other end')}, 'See you at the rack at six? Message ' || n,
    md5('nonce ' || n)::uuid, now() - interval '30 days' + n % ${perConversation} * interval '1 hour'
  from generate_series(0, $1::int - 1) n, lateral (select n / ${perConversation} as c) talk, ${talkPlace}`;

/** Ten each, the newest three unread, each about a session and a person of the same organisation. */
const perMember = sizes.notifications / sizes.members;
const notePlace = `lateral (select n / ${perMember} as m, n % ${perMember} as age) note,
  lateral (select m / ${perOrganization} as o) place`;

const notifications = `insert into notifications (organization_id, id, user_id, kind, session_id, read_at, created_at, happened_at)
  select ${id('organization', 'o')}, ${id('note', 'n')}, ${id('user', 'm')}, 'session_joined',
    ${id('session', `n % ${sizes.sessions / sizes.organizations} * ${sizes.organizations} + o`)},
    case when age >= 3 then happened + interval '1 hour' end, happened, happened
  from generate_series(0, $1::int - 1) n, ${notePlace},
    lateral (select now() - age * interval '7 hours' - interval '2 hours' as happened) t`;

const actors = `insert into notification_actors (organization_id, notification_id, user_id)
  select ${id('organization', 'o')}, ${id('note', 'n')},
    ${id('user', `o * ${perOrganization} + (m + age + 1) % ${perOrganization}`)}
  from generate_series(0, $1::int - 1) n, ${notePlace}`;

const steps: [text: string, howMany: number][] = [
  [organizations, sizes.organizations],
  [gyms, sizes.gyms],
  [sessionTypes, sizes.organizations],
  [faces, sizes.members],
  [members, sizes.members],
  [memberGyms, sizes.members],
  [logins, sizes.members],
  [blocks, sizes.members - 3],
  [sessions, sizes.sessions],
  [participants, sizes.sessions],
  [conversations, sizes.conversations],
  [conversationMembers, sizes.conversations],
  [messages, sizes.messages],
  [notifications, sizes.notifications],
  [actors, sizes.notifications],
];

/** Fills an empty, migrated database; every trigger stays on, so what it keeps true is true here as well. */
export async function fill(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query(idFunction);
    for (const [text, howMany] of steps) await client.query(text, [howMany]);
    await client.query('vacuum analyze');
    await expectTrueCounters(client);
  } finally {
    client.release(true);
  }
}

/** What the product promises of its counters, counted. */
async function expectTrueCounters(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<Record<string, string>>(`select
    (select count(*) from users) as members, (select count(*) from sessions) as sessions,
    (select count(*) from messages) as messages, (select count(*) from notifications) as notifications,
    (select count(*) from sessions s where s.current_participants <> (select count(*) from session_participants p
      where p.organization_id = s.organization_id and p.session_id = s.id)) as wrong_sessions,
    (select count(*) from conversations c where c.last_seq <> (select count(*) from messages m
      where m.organization_id = c.organization_id and m.conversation_id = c.id) or c.member_count <> 2) as wrong_conversations`);
  const expected = { ...sizes, wrong_sessions: 0, wrong_conversations: 0 } as Record<string, number>;
  for (const [name, count] of Object.entries(rows[0] ?? {})) {
    if (Number(count) !== expected[name]) throw new Error(`${name} is ${count} and should be ${expected[name]}.`);
  }
}
