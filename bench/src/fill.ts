import { randomUUID } from 'node:crypto';
import { hashPassword } from '@spotter/server/platform/logins/passwords.ts';
import type pg from 'pg';
import { HOUSE, type Sizes } from './settings.ts';

/*
 * Sample data for many organizations as a few set-based statements. All rows are numbered from 0, and ids, parents and
 * texts follow from the number; ids sort like the numbers, as ids created one after the other would. Members come in
 * houses of a thousand with three gyms. A house is one organization, except for the last twentieth of the houses, which
 * form one large organization.
 */

const kinds = {
  organization: 1,
  gym: 2,
  user: 3,
  login: 4,
  type: 5,
  session: 6,
  conversation: 7,
  message: 8,
  note: 9,
  hours: 10,
  waited: 11,
};
const id = (kind: keyof typeof kinds, number: string) => `pg_temp.id(${kinds[kind]}, ${number})`;

const idFunction = `create function pg_temp.id(kind int, number bigint) returns uuid language sql immutable as $$
  select (lpad(to_hex(1760000000000 + number), 12, '0') || '7' || lpad(to_hex(kind), 3, '0')
    || '8' || substr(md5(kind || ':' || number), 1, 15))::uuid $$`;

/** Members of one gym: every third member of its house. */
const perGym = Math.floor(HOUSE.members / 3);

function statements(sizes: Sizes, passwordHash: string) {
  const organizationOf = (house: string) => id('organization', `least(${house}, ${sizes.organizations - 1})`);
  const typeOf = (house: string, number: string) =>
    id('type', `least(${house}, ${sizes.organizations - 1}) * 5 + ${number}`);

  const organizations = `insert into organizations (id, name)
    select ${id('organization', 'o')}, 'Gym company ' || o from generate_series(0, $1::int - 1) o`;

  const gyms = `insert into gyms (organization_id, id, name, address, timezone)
    select ${organizationOf('g / 3')}, ${id('gym', 'g')}, 'Location ' || g, g || ' Long Street, Harbour Town',
      (array['Europe/London', 'Europe/Berlin', 'America/New_York'])[g % 3 + 1]
    from generate_series(0, $1::int - 1) g`;

  /** Open day and night, so the time of the run does not matter. */
  const hours = `insert into operating_hours (organization_id, id, gym_id, weekday, opens, closes)
    select ${organizationOf('g / 3')}, ${id('hours', 'g * 7 + day')}, ${id('gym', 'g')}, day, '00:00', '24:00'
    from generate_series(0, $1::int - 1) g, generate_series(0, 6) day`;

  const sessionTypes = `insert into session_types (organization_id, id, name, kind, position)
    select ${id('organization', 'o')}, ${typeOf('o', 'k')}, 'Our ' || kind, kind, k
    from generate_series(0, $1::int - 1) o,
      unnest(array['cardio', 'strength', 'classes', 'flexibility', 'sports']) with ordinality t(kind, n), lateral (select n - 1 as k) z`;

  const faces = `insert into files (key, organization_id, content_type, bytes)
    select md5('face ' || m) || '.webp', ${organizationOf(`m / ${HOUSE.members}`)}, 'image/webp', 4096
    from generate_series(0, $1::int - 1) m`;

  /** h is the house, j the member's number within it. */
  const memberOf = `lateral (select m / ${HOUSE.members} as h, m % ${HOUSE.members} as j) place`;

  /** The first member of each organization is its admin. */
  const members = `insert into users (id, organization_id, role, email, email_verified, password_hash, first_name, last_name,
      fitness_level, gender, bio, timezone, goals, favourite_workouts, preferred_times, avatar_key, default_gym_id,
      current_gym_id, gym_ids, personal_share_code, onboarding_completed, terms_agreed_at, last_seen_at)
    select ${id('user', 'm')}, ${organizationOf('h')},
      case when j = 0 and h < ${sizes.organizations} then 'org_admin' else 'regular_user' end,
      'member-' || m || '@gym-' || h || '.example', true, '${passwordHash}',
      (array['Ana', 'Ben', 'Cleo', 'Dov', 'Eve', 'Finn', 'Olga', 'Sam'])[m % 8 + 1], 'Number ' || m,
      (array['beginner', 'intermediate', 'advanced'])[m % 3 + 1], (array['female', 'male', 'non_binary'])[m % 3 + 1],
      'Trains most days of the week, and never without coffee.', (array['Europe/London', 'Europe/Berlin'])[m % 2 + 1],
      array['strength', 'company'], array['strength', 'cardio'], array['morning', 'evening'],
      md5('face ' || m) || '.webp', ${id('gym', 'h * 3 + j % 3')}, ${id('gym', 'h * 3 + j % 3')},
      case when m % 2 = 0 then array[${id('gym', 'h * 3 + j % 3')}, ${id('gym', 'h * 3 + (j + 1) % 3')}]
        else array[${id('gym', 'h * 3 + j % 3')}] end, 'CODE-' || m, true, now(), now()
    from generate_series(0, $1::int - 1) m, ${memberOf}`;

  /** Every member has a gym, and every second member has another one. */
  const memberGyms = `insert into user_gyms (organization_id, user_id, gym_id)
    select ${organizationOf('h')}, ${id('user', 'm')}, ${id('gym', 'h * 3 + (j + other) % 3')}
    from generate_series(0, $1::int - 1) m, generate_series(0, 1) other, ${memberOf}
    where other = 0 or m % 2 = 0`;

  const logins = `insert into logins (id, user_id, method, user_agent, expires_at)
    select ${id('login', 'm')}, ${id('user', 'm')}, 'password', 'bench', now() + interval '30 days'
    from generate_series(0, $1::int - 1) m`;

  /** Every twentieth member has blocked another. */
  const blocks = `insert into blocks (organization_id, blocker_id, blocked_id)
    select ${organizationOf(`m / ${HOUSE.members}`)}, ${id('user', 'm')}, ${id('user', 'm + 3')}
    from generate_series(0, $1::int - 1, 20) m`;

  /**
   * s is the session's number, k its number within its house. Sessions span eight weeks, six past and two ahead, in
   * turn over all houses.
   */
  const sessionOf = `lateral (select s % ${sizes.houses} as h, s / ${sizes.houses} as k) place`;
  const perWeek = Math.ceil(HOUSE.sessions / 8);
  /** Participants belong to the session's gym; number 0 is the host. */
  const personOf = (number: string) =>
    id('user', `h * ${HOUSE.members} + ((k * 7919 + ${number} * 31) % ${perGym}) * 3 + k % 3`);
  const peopleOf = '(2 + k / 3 % 9)';

  const sessions = `insert into sessions (organization_id, id, gym_id, creator_id, session_type_id, workout_type, title,
      description, starts_at, ends_at, max_participants, current_participants, share_token, created_at)
    select ${organizationOf('h')}, ${id('session', 's')}, ${id('gym', 'h * 3 + k % 3')}, ${personOf('0')},
      ${typeOf('h', 'k % 5')}, (array['cardio', 'strength', 'classes', 'flexibility', 'sports'])[k % 5 + 1],
      'Session ' || s, 'Warm up together, then three rounds. Bring water and a towel.', starts, starts + interval '1 hour', 10,
      ${peopleOf}, md5('share ' || s), starts - interval '60 days'
    from generate_series(0, $1::int - 1) s, ${sessionOf},
      lateral (select date_trunc('hour', now()) + interval '30 minutes' + (k - 6 * ${perWeek}) * interval '1 week' / ${perWeek} as starts) t`;

  const participants = `insert into session_participants (organization_id, session_id, user_id, joined_at)
    select organization, session, ${personOf('p')}, now() - interval '60 days' + p * interval '1 hour'
    from generate_series(0, $1::int - 1) s, ${sessionOf},
      lateral (select ${organizationOf('h')} as organization, ${id('session', 's')} as session offset 0) ids,
      lateral generate_series(0, ${peopleOf} - 1) p`;

  /** Every fourth session had a waitlist once. */
  const waited = `insert into session_waitlist (organization_id, id, session_id, user_id, status, queued_at, answered_at)
    select ${organizationOf('h')}, ${id('waited', 's')}, ${id('session', 's')}, ${personOf('12')}, 'left',
      now() - interval '60 days', now() - interval '59 days'
    from generate_series(0, $1::int - 1, 4) s, ${sessionOf}`;

  /** Each member has a conversation with the next one. */
  const pairOf = `lateral (select c / ${HOUSE.members} as h, c as one,
    c / ${HOUSE.members} * ${HOUSE.members} + (c + 1) % ${HOUSE.members} as other) place`;

  const conversations = `insert into conversations (organization_id, id, kind, user_low_id, user_high_id, created_by)
    select ${organizationOf('h')}, ${id('conversation', 'c')}, 'direct', least(${id('user', 'one')}, ${id('user', 'other')}),
      greatest(${id('user', 'one')}, ${id('user', 'other')}), ${id('user', 'one')}
    from generate_series(0, $1::int - 1) c, ${pairOf}`;

  const conversationMembers = `insert into conversation_members (organization_id, conversation_id, user_id)
    select ${organizationOf('h')}, ${id('conversation', 'c')}, ${id('user', 'person')}
    from generate_series(0, $1::int - 1) c, ${pairOf}, unnest(array[one, other]) person`;

  const perConversation = HOUSE.messages / HOUSE.members;
  const messages = `insert into messages (organization_id, conversation_id, seq, id, sender_id, content, client_nonce, created_at)
    select ${organizationOf('h')}, ${id('conversation', 'c')}, n % ${perConversation} + 1, ${id('message', 'n')},
      ${id('user', 'case when n % 2 = 0 then one else other end')}, 'See you at the rack at six? Message ' || n,
      md5('nonce ' || n)::uuid, now() - interval '30 days' + n % ${perConversation} * interval '1 hour'
    from generate_series(0, $1::int - 1) n, lateral (select n / ${perConversation} as c) conversation, ${pairOf}`;

  /** Ten notifications each, the newest three unread, about sessions and members of the same house. */
  const perMember = HOUSE.notifications / HOUSE.members;
  const notificationOf = `lateral (select n / ${perMember} as m, n % ${perMember} as age) note,
    lateral (select m / ${HOUSE.members} as h) place`;

  const notifications = `insert into notifications (organization_id, id, user_id, kind, session_id, read_at, created_at, happened_at)
    select ${organizationOf('h')}, ${id('note', 'n')}, ${id('user', 'm')}, 'session_joined',
      ${id('session', `n % ${HOUSE.sessions} * ${sizes.houses} + h`)},
      case when age >= 3 then happened + interval '1 hour' end, happened, happened
    from generate_series(0, $1::int - 1) n, ${notificationOf},
      lateral (select now() - age * interval '7 hours' - interval '2 hours' as happened) t`;

  const actors = `insert into notification_actors (organization_id, notification_id, user_id)
    select ${organizationOf('h')}, ${id('note', 'n')},
      ${id('user', `h * ${HOUSE.members} + (m + age + 1) % ${HOUSE.members}`)}
    from generate_series(0, $1::int - 1) n, ${notificationOf}`;

  const people: Step[] = [
    [organizations, sizes.organizations],
    [gyms, sizes.gyms],
    [hours, sizes.gyms],
    [sessionTypes, sizes.organizations],
    [faces, sizes.members],
    [members, sizes.members],
    [memberGyms, sizes.members],
    [logins, sizes.members],
    [blocks, sizes.members - 3],
  ];
  const training: Step[] = [
    [sessions, sizes.sessions],
    [participants, sizes.sessions],
    [waited, sizes.sessions],
  ];
  const chats: Step[] = [
    [conversations, sizes.members],
    [conversationMembers, sizes.members],
    [messages, sizes.messages],
    [notifications, sizes.notifications],
    [actors, sizes.notifications],
  ];
  return { people, training, chats };
}

export type Step = [text: string, howMany?: number];

/**
 * Fills an empty, migrated database. Millions of rows go in while triggers are off and indexes and foreign keys are
 * dropped; adding them back checks every row. The counters that triggers maintain are verified afterwards.
 * Conversations can be left out.
 */
export async function fill(pool: pg.Pool, sizes: Sizes, withMessages: boolean): Promise<void> {
  // Random and never stored, so no password opens these accounts.
  const passwordHash = await hashPassword(randomUUID());
  const { people, training, chats } = statements(sizes, passwordHash);
  const restore = await unburden(pool, bulky);
  for (const table of bulky) await pool.query(`alter table ${table} disable trigger user`);
  await Promise.all([run(pool, people), run(pool, training)]);
  await run(pool, [...restore, ...bulky.map((table): Step => [`alter table ${table} enable trigger user`])]);
  if (withMessages) {
    const restoreChats = await unburden(pool, chatTables);
    await run(pool, [...chats, ...restoreChats]);
  }
  await run(pool, [['vacuum analyze']]);
  await expectTruth(pool, sizes, withMessages);
}

export async function run(pool: pg.Pool, steps: Step[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0; set maintenance_work_mem = '256MB'");
    await client.query(idFunction);
    for (const [text, howMany] of steps) await client.query(text, howMany === undefined ? [] : [howMany]);
  } finally {
    client.release(true);
  }
}

const bulky = ['files', 'users', 'user_gyms', 'logins', 'blocks', 'sessions', 'session_participants'];

/** Here the triggers count. */
const chatTables = ['messages', 'notifications', 'notification_actors'];

/**
 * Drops indexes and foreign keys, which make bulk inserts slow, and returns the statements that restore them. A server
 * that runs meanwhile needs the unique ones.
 */
export async function unburden(
  pool: pg.Pool,
  tables: readonly string[],
  { isServerRunning = false } = {},
): Promise<Step[]> {
  const { rows } = await pool.query<{ away: string; back: string }>(
    `with bulky as (select unnest($1::text[])::regclass as t)
    select format('alter table %s drop constraint %I', t, conname) as away,
      format('alter table %s add constraint %I %s', t, conname, pg_get_constraintdef(c.oid)) as back, 2 as turn
    from bulky join pg_constraint c on c.conrelid = t and c.contype = 'f'
    union all
    select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid), 1
    from bulky join pg_index i on i.indrelid = t and not (i.indisunique and $2)
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
    order by turn`,
    [tables, isServerRunning],
  );
  for (const { away } of rows) await pool.query(away);
  return rows.map(({ back }) => [back]);
}

/** Counts rows that break what the product promises about its counters and references. */
async function expectTruth(pool: pg.Pool, sizes: Sizes, withMessages: boolean): Promise<void> {
  await pool.query('set statement_timeout = 0');
  const { rows } = await pool.query<Record<string, string>>(`select
    (select count(*) from users) as members, (select count(*) from sessions) as sessions,
    (select count(*) from messages) as messages,
    -- A running server reminds of sessions meanwhile.
    (select count(*) from notifications where kind = 'session_joined') as notifications,
    (select count(*) from sessions s left join (select organization_id, session_id, count(*) as people
        from session_participants group by 1, 2) p on p.organization_id = s.organization_id and p.session_id = s.id
      where s.current_participants <> coalesce(p.people, 0)) as wrong_sessions,
    (select count(*) from conversations c where c.last_seq <> (select count(*) from messages m
      where m.organization_id = c.organization_id and m.conversation_id = c.id) or c.member_count <> 2) as wrong_conversations`);
  const expected: Record<string, number> = {
    ...sizes,
    ...(withMessages ? {} : { messages: 0, notifications: 0 }),
    wrong_sessions: 0,
    wrong_conversations: 0,
  };
  for (const [name, count] of Object.entries(rows[0] ?? {})) {
    if (Number(count) !== expected[name]) throw new Error(`${name} is ${count} and should be ${expected[name]}.`);
  }
}
