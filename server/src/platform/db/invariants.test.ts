import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cloneDatabase } from '#testing/database.ts';

let pool: pg.Pool;
let drop: () => Promise<void>;
let organization = '';
let gym = '';

beforeAll(async () => {
  const database = await cloneDatabase();
  drop = database.drop;
  pool = new pg.Pool({ connectionString: database.url, max: 25 });
});

afterAll(async () => {
  await pool.end();
  await drop();
});

beforeEach(async () => {
  organization = randomUUID();
  gym = randomUUID();
  await run('insert into organizations (id, name) values ($1, $2)', organization, 'Gym');
  await run(
    `insert into gyms (organization_id, id, name, timezone) values ($1, $2, 'One', 'Europe/Paris')`,
    organization,
    gym,
  );
});

const run = (text: string, ...values: unknown[]) => pool.query(text, values);
const value = async (text: string, ...values: unknown[]) =>
  Object.values((await run(text, ...values)).rows[0] ?? {})[0];

/** How many attempts succeeded, and which constraint stopped the others. */
async function race(attempts: Promise<unknown>[]) {
  const results = await Promise.allSettled(attempts);
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.constraint] : []));
  return { won: results.length - refusals.length, refusals: [...new Set(refusals)] };
}

async function addUser(role = 'regular_user', inOrganization: string | null = organization): Promise<string> {
  const id = randomUUID();
  await run(
    `insert into users (id, organization_id, role, email, first_name) values ($1, $2, $3, $4, 'Somebody')`,
    ...[id, inOrganization, role, `${id}@gym.example`],
  );
  return id;
}

const addUsers = (count: number) => Promise.all(Array.from({ length: count }, () => addUser()));

async function addSession(creator: string, spots: number): Promise<string> {
  const id = randomUUID();
  await run(
    `insert into sessions (organization_id, id, gym_id, creator_id, workout_type, title, starts_at, ends_at, max_participants)
     values ($1, $2, $3, $4, 'cardio', 'Run', now() + interval '1 day', now() + interval '25 hours', $5)`,
    ...[organization, id, gym, creator, spots],
  );
  return id;
}

const join = (session: string, user: string) =>
  run(
    'insert into session_participants (organization_id, session_id, user_id) values ($1, $2, $3)',
    organization,
    session,
    user,
  );

test('gives the last spot to one member, and keeps the counter equal to the rows', async () => {
  const users = await addUsers(20);
  const session = await addSession(users[0]!, 3);
  expect(await race(users.map((user) => join(session, user)))).toEqual({ won: 3, refusals: ['sessions_spots'] });
  await run(
    'delete from session_participants where session_id = $1 and user_id = any($2)',
    session,
    users.slice(0, 20),
  );
  expect(await value('select current_participants from sessions where id = $1', session)).toBe(0);
});

test('rejects joins of a cancelled session and direct writes of a counter', async () => {
  const [user] = await addUsers(1);
  const session = await addSession(user!, 3);
  await expect(run('update sessions set current_participants = 2 where id = $1', session)).rejects.toThrow(
    'follows its rows',
  );
  await run(`update sessions set status = 'cancelled', cancelled_at = now() where id = $1`, session);
  expect(await race([join(session, user!)])).toMatchObject({ refusals: ['session_participants_session_active'] });
});

test('holds an offered spot until it is answered', async () => {
  const [host, waiter, rival] = await addUsers(3);
  const session = await addSession(host!, 2);
  await join(session, host!);
  const offer = randomUUID();
  await run(
    `insert into session_waitlist (organization_id, id, session_id, user_id, status, offered_at, offer_expires_at)
     values ($1, $2, $3, $4, 'offered', now(), now() + interval '2 hours')`,
    ...[organization, offer, session, waiter],
  );
  expect(await race([join(session, rival!)])).toMatchObject({ refusals: ['sessions_spots'] });
  await run(`update session_waitlist set status = 'expired', answered_at = now() where id = $1`, offer);
  expect(await value('select held_spots from sessions where id = $1', session)).toBe(0);
  await join(session, rival!);
});

test('counts the waitlist through every change, with and without offers', async () => {
  const [host, ...waiters] = await addUsers(4);
  const session = await addSession(host!, 2);
  const line = () => value(`select held_spots || ' ' || waitlist_count from sessions where id = $1`, session);
  for (const waiter of waiters)
    await run(
      `insert into session_waitlist (organization_id, id, session_id, user_id) values ($1, gen_random_uuid(), $2, $3)`,
      ...[organization, session, waiter],
    );
  expect(await line()).toBe('0 3');
  await run(
    `update session_waitlist set status = 'offered', offered_at = now(), offer_expires_at = now() + interval '2 hours'
     where session_id = $1 and user_id = any($2)`,
    ...[session, [waiters[0], waiters[1]]],
  );
  expect(await line()).toBe('2 1');
  await run(`delete from users where id = $1`, waiters[0]);
  expect(await line()).toBe('1 1');
  await run(`update session_waitlist set status = 'left', answered_at = now() where session_id = $1`, session);
  expect(await line()).toBe('0 0');
  await expect(run('update sessions set waitlist_count = 1 where id = $1', session)).rejects.toThrow(
    'follows its rows',
  );
});

test('gives the last use of an invite code to one person, and keeps it used when they leave', async () => {
  const users = await addUsers(10);
  const code = randomUUID();
  await run(
    `insert into invite_codes (organization_id, id, code, max_uses) values ($1, $2, $3, 1)`,
    organization,
    code,
    code.slice(0, 8).toUpperCase(),
  );
  const use = (user: string) =>
    run(
      'insert into invite_code_uses (organization_id, id, invite_code_id, user_id) values ($1, gen_random_uuid(), $2, $3)',
      organization,
      code,
      user,
    );
  expect(await race(users.map(use))).toEqual({ won: 1, refusals: ['invite_codes_uses'] });
  await run('delete from users where id = any($1)', users);
  expect(await value('select use_count from invite_codes where id = $1', code)).toBe(1);
});

test('merges crossed friend requests, and a block ends and prevents friendship', async () => {
  const [ana, dov] = (await addUsers(2)).sort();
  const ask = (from: string, to: string) =>
    run(
      'insert into friend_requests (organization_id, id, sender_id, receiver_id) values ($1, gen_random_uuid(), $2, $3)',
      organization,
      from,
      to,
    );
  expect(await race([ask(ana!, dov!), ask(dov!, ana!)])).toEqual({ won: 1, refusals: ['friend_requests_one_open'] });
  const befriend = () =>
    run(
      'insert into friendships (organization_id, id, user_low_id, user_high_id) values ($1, gen_random_uuid(), $2, $3)',
      organization,
      ana,
      dov,
    );
  const block = () =>
    run('insert into blocks (organization_id, blocker_id, blocked_id) values ($1, $2, $3)', organization, dov, ana);
  await race([befriend(), block()]);
  expect(await value('select count(*)::int from friendships where user_low_id = $1', ana)).toBe(0);
  expect(
    await value(
      `select count(*)::int from friend_requests where organization_id = $1 and status = 'pending'`,
      organization,
    ),
  ).toBe(0);
  expect(await race([befriend(), ask(ana!, dov!)])).toEqual({ won: 0, refusals: ['friends_not_blocked'] });
});

test('allows one direct conversation per pair, and numbers messages without gaps', async () => {
  const [low, high, stranger] = (await addUsers(3)).sort();
  const conversations = Array.from({ length: 5 }, () => randomUUID());
  const open = (id: string) =>
    run(
      `insert into conversations (organization_id, id, kind, user_low_id, user_high_id) values ($1, $2, 'direct', $3, $4)`,
      organization,
      id,
      low,
      high,
    );
  expect(await race(conversations.map(open))).toEqual({ won: 1, refusals: ['conversations_one_a_pair'] });
  const id = await value('select id from conversations where organization_id = $1', organization);
  const enter = (user: string) =>
    run(
      'insert into conversation_members (organization_id, conversation_id, user_id) values ($1, $2, $3)',
      organization,
      id,
      user,
    );
  expect(await race([enter(low!), enter(high!), enter(stranger!)])).toEqual({
    won: 2,
    refusals: ['conversation_members_pair'],
  });
  const send = (nonce: string) =>
    run(
      `insert into messages (organization_id, conversation_id, id, sender_id, content, client_nonce) values ($1, $2, gen_random_uuid(), $3, 'Hi', $4)`,
      organization,
      id,
      low,
      nonce,
    );
  await Promise.all(Array.from({ length: 20 }, () => send(randomUUID())));
  const again = randomUUID();
  expect(await race([send(again), send(again)])).toEqual({ won: 1, refusals: ['messages_sent_once'] });
  expect(await value('select array_agg(seq::int order by seq) from messages where conversation_id = $1', id)).toEqual(
    Array.from({ length: 21 }, (_, index) => index + 1),
  );
  expect(await value('select last_seq::int from conversations where id = $1', id)).toBe(21);
});

test('rejects a row that refers to two organizations', async () => {
  const elsewhere = randomUUID();
  await run('insert into organizations (id, name) values ($1, $2)', elsewhere, 'Other');
  const stranger = await addUser('regular_user', elsewhere);
  const [host] = await addUsers(1);
  const session = await addSession(host!, 5);
  expect((await race([join(session, stranger)])).won).toBe(0);
  await expect(
    run('insert into user_gyms (organization_id, user_id, gym_id) values ($1, $2, $3)', organization, stranger, gym),
  ).rejects.toThrow('foreign key');
});

test('treats emails that differ in case as one account', async () => {
  const email = `${randomUUID()}@Gym.example`;
  const register = (spelling: string) =>
    run(`insert into users (id, email, first_name) values (gen_random_uuid(), $1, 'Twice')`, spelling);
  expect(await race([register(email), register(email.toUpperCase())])).toEqual({ won: 1, refusals: ['users_email'] });
});

test('rejects unusual role names', async () => {
  for (const role of ['constructor', 'coach_2', 'x']) await addUser(role);
  for (const role of ['', '__proto__', 'toString', '2nd_coach', 'super_admin ', 'a'.repeat(41), 'coach\n'])
    await expect(addUser(role)).rejects.toMatchObject({ constraint: 'users_role_name' });
});

test('keeps one admin in an organization, even when two remove each other', async () => {
  const admins = [await addUser('org_admin'), await addUser('org_admin')];
  const demote = (id: string) => run(`update users set role = 'regular_user' where id = $1`, id);
  expect(await race(admins.map(demote))).toEqual({ won: 1, refusals: ['users_last_org_admin'] });
  await run('delete from organizations where id = $1', organization);
  expect(await value('select count(*)::int from users where organization_id = $1', organization)).toBe(0);
});

test("hands over a deleted host's shared sessions, and deletes the rest", async () => {
  const [host, nextHost] = await addUsers(2);
  const shared = await addSession(host!, 5);
  const lonely = await addSession(host!, 5);
  await join(shared, host!);
  await join(lonely, host!);
  await join(shared, nextHost!);
  await run('delete from users where id = $1', host);
  expect(
    (await run('select id, creator_id, current_participants from sessions where organization_id = $1', organization))
      .rows,
  ).toEqual([{ id: shared, creator_id: nextHost, current_participants: 1 }]);
});

/** Three members, in the order in which they joined: without access to the gym, switched off, and the one who can host. */
async function addHeirs(): Promise<[string, string, string]> {
  const [lost, off, able] = (await addUsers(3)) as [string, string, string];
  for (const user of [off, able])
    await run('insert into user_gyms (organization_id, user_id, gym_id) values ($1, $2, $3)', organization, user, gym);
  await run('update users set is_active = false where id = $1', off);
  return [lost, off, able];
}

async function addSeries(host: string, members: readonly string[]): Promise<string> {
  const id = randomUUID();
  await run(
    `insert into session_series (organization_id, id, gym_id, creator_id, rrule, timezone, starts_local, workout_type, title)
     values ($1, $2, $3, $4, 'FREQ=DAILY', 'Europe/Paris', '2026-01-05T07:00', 'cardio', 'Run')`,
    ...[organization, id, gym, host],
  );
  for (const [day, user] of [host, ...members].entries())
    await run(
      `insert into session_series_members (organization_id, series_id, user_id, joined_at)
       values ($1, $2, $3, '2026-01-01'::timestamptz + $4 * interval '1 day')`,
      ...[organization, id, user, day],
    );
  return id;
}

test("passes a deleted host's sessions and series to the longest-standing member who can host at the gym", async () => {
  const host = await addUser();
  const heirs = await addHeirs();
  const session = await addSession(host, 5);
  for (const user of [host, ...heirs]) await join(session, user);
  const series = await addSeries(host, heirs);
  await run('delete from users where id = $1', host);
  const creators = async (table: string) =>
    (await run(`select id, creator_id from ${table} where organization_id = $1`, organization)).rows;
  expect(await creators('sessions')).toEqual([{ id: session, creator_id: heirs[2] }]);
  expect(await creators('session_series')).toEqual([{ id: series, creator_id: heirs[2] }]);
});

test("ends a deleted host's series that nobody can host, and keeps it for the sessions it made", async () => {
  const host = await addUser();
  const [lost] = await addHeirs();
  const series = await addSeries(host, [lost]);
  await run('delete from users where id = $1', host);
  const { rows } = await run(
    'select id, creator_id, ended_at is not null as ended from session_series where organization_id = $1',
    organization,
  );
  expect(rows).toEqual([{ id: series, creator_id: lost, ended: true }]);
});

test('notifies the caller cache when a caller changes', async () => {
  const user = await addUser();
  const listener = await pool.connect();
  const heard: string[] = [];
  listener.on('notification', (notification) => heard.push(notification.payload ?? ''));
  await listener.query('listen caller');
  const changes = [
    () => run('insert into user_gyms (organization_id, user_id, gym_id) values ($1, $2, $3)', organization, user, gym),
    () => run('update users set current_gym_id = $2 where id = $1', user, gym),
    () => run(`update users set role = 'gym_admin' where id = $1`, user),
    () => run('delete from user_gyms where user_id = $1', user),
    () => run('update organizations set is_active = false where id = $1', organization),
    () => run('delete from users where id = $1', user),
  ];
  for (const change of changes) {
    heard.length = 0;
    await change();
    await expect.poll(() => heard).toContain(user);
  }
  heard.length = 0;
  const other = await addUser();
  await run(`update users set bio = 'Nothing that matters here' where id = $1`, other);
  await listener.query('select 1');
  expect(heard).toEqual([]);
  listener.release(true);
});
