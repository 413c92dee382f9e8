import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { planDemo } from '#features/demo/demo-world.service.ts';
import { outsideStatements } from '#platform/db/statement.ts';
import { beginInside } from '#platform/db/tenants.ts';
import { insertWorld } from '#sample/insert.ts';
import { useTestApp } from '#testing/app.ts';
import type { Client } from '#testing/client.ts';
import { addTwinTenant } from '#testing/twin-tenant.ts';

/*
 * What happens when a statement forgets its organization? Members of a busy gym use the product while every statement
 * is recorded. Then a twin organization with the same ids is added, and each statement runs again once per condition on
 * organization_id, without that condition.
 */

type Ran = { text: string; values: unknown[]; inside: boolean };

const app = useTestApp();
const ran = new Map<string, Ran[]>();
let organizationId = '';

beforeAll(async () => {
  const { db, pool } = app();
  const now = new Date();
  const demo = planDemo(now, { expiresAt: new Date(now.getTime() + 3_600_000), faces: new Map() });
  organizationId = demo.organizationId;
  await insertWorld(db, demo.world);
  await addBlocksAndWaitlists();
  await giveEachGymATheme();
  const stop = writeDown();
  await useEverything();
  stop();
  await addTwinTenant(pool, organizationId);
}, 120_000);

/** The sample gym has no blocks and hardly a waitlist: a few of each, with waiters before and after one another. */
async function addBlocksAndWaitlists(): Promise<void> {
  const { pool } = app();
  await pool.query(
    `insert into blocks (organization_id, blocker_id, blocked_id)
     select $1, id, lead(id, 3) over (order by id) from users where organization_id = $1 order by id limit 4`,
    [organizationId],
  );
  await pool.query(
    `with soon as (
       select s.id, s.creator_id, row_number() over (order by s.starts_at) as place from sessions s
       where s.organization_id = $1 and s.status = 'active' and s.starts_at > now() order by s.starts_at limit 6)
     insert into session_waitlist (organization_id, id, session_id, user_id)
     select $1, gen_random_uuid(), soon.id, waiter.id from soon cross join lateral (
       select u.id from users u where u.organization_id = $1 and u.id <> soon.creator_id
         and not exists (select from session_participants p
           where p.organization_id = $1 and p.session_id = soon.id and p.user_id = u.id)
       order by md5(u.id::text || soon.place) limit 4) waiter
     on conflict do nothing`,
    [organizationId],
  );
}

async function giveEachGymATheme(): Promise<void> {
  const { pool } = app();
  await pool.query('update organizations set white_label_enabled = true where id = $1', [organizationId]);
  await pool.query(
    `with theme as (insert into saved_themes (organization_id, id, name, config)
       select $1, gen_random_uuid(), 'Night', '{"colors": {"primary": "#123456"}}' returning id)
     update gyms set theme_id = theme.id from theme where organization_id = $1`,
    [organizationId],
  );
}

/** How many calls with different values are kept per statement. */
const MOST_KEPT = 20;

function writeDown(): () => void {
  const { query } = pg.Client.prototype;
  const open = new WeakSet<object>();
  function listening(this: pg.Client, ...given: unknown[]): unknown {
    const asked = (typeof given[0] === 'string' ? { text: given[0] } : given[0]) as {
      text?: string;
      values?: unknown[];
    };
    const { text = '', values = [] } = asked;
    if (text.startsWith('begin; set local role')) open.add(this);
    else if (text === 'commit' || text === 'rollback') open.delete(this);
    else if (/organization_id/.test(text)) {
      const inside = open.has(this) || Object.hasOwn(asked, 'submit');
      const known = ran.get(`${inside} ${text}`) ?? [];
      if (known.length < MOST_KEPT) ran.set(`${inside} ${text}`, [...known, { text, values: [...values], inside }]);
    }
    return Reflect.apply(query, this, given);
  }
  pg.Client.prototype.query = listening as typeof query;
  return () => {
    pg.Client.prototype.query = query;
  };
}

async function useEverything(): Promise<void> {
  const { db, cast } = app();
  const idsOf = async (table: 'users' | 'sessions' | 'conversations') => {
    const rows = await db
      .selectFrom(table)
      .select('id')
      .where('organization_id', '=', organizationId)
      .orderBy('id')
      .execute();
    return rows.map(({ id }) => id);
  };
  const sessions = await db
    .selectFrom('sessions')
    .select(['id', 'gym_id'])
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'active')
    .where('starts_at', '>', new Date())
    .orderBy('starts_at')
    .limit(6)
    .execute();
  const gym = sessions[0]?.gym_id ?? '';
  const conversations = await idsOf('conversations');
  const people = await idsOf('users');
  for (const id of people) {
    const client = await app().as({ ...cast.ana, id });
    await readEverything(client, { sessions: sessions.map((session) => session.id), conversations });
  }
  const [first = '', second = '', third = ''] = sessions.map((session) => session.id);
  for (const [index, id] of people.entries()) {
    const client = await app().as({ ...cast.ana, id });
    await changeThings(client, {
      session: [first, second, third][index % 3] ?? '',
      gym,
      other: people[(index + 1) % people.length] ?? '',
      conversations,
    });
  }
  await app().runJobs();
}

async function readEverything(
  client: Client,
  { sessions, conversations }: { sessions: string[]; conversations: string[] },
) {
  const inOrganization = { params: { id: organizationId } };
  const day = new Date().toISOString().slice(0, 10);
  await client.getMe();
  await client.getGymConfig();
  await client.getCurrentOrganization();
  await client.getOrganization(inOrganization);
  await client.listSessionTypes(inOrganization);
  await client.listAccessibleGyms();
  await client.listOperatingHours(inOrganization);
  await client.listScheduleOverrides({ ...inOrganization, query: { from: day } });
  await client.getUnreadCount();
  await client.listNotifications();
  await client.listNotifications({ query: { unread: true } });
  await client.listFriends();
  await client.listFriendRequests();
  await client.listSentFriendRequests();
  await client.listFriendSuggestions();
  await client.searchPeople({ query: { q: 'a' } });
  await client.listConversations();
  for (const id of conversations) {
    await client.getConversation({ params: { id } });
    const { body: page } = await client.listMessages({ params: { id } });
    const messageId = page.results?.find(({ kind }) => kind === 'text')?.id;
    if (messageId) await client.listReactions({ params: { id, messageId } });
  }
  for (const query of [{}, { mine: true }, { joinable: true }, { waiting: true }, { text: 'a' }])
    await client.listSessions({ query });
  for (const id of sessions) {
    await client.getSession({ params: { id } });
    await client.listSessionMessages({ params: { id } });
    await client.listProposals({ params: { id } });
    await client.getSessionCalendarFile({ params: { id } });
    await client.shareSession({ params: { id } });
  }
}

type Things = { session: string; gym: string; other: string; conversations: string[] };

async function changeThings(client: Client, { session, gym, other, conversations }: Things) {
  const params = { id: session };
  const soon = new Date(Date.now() + 30 * 3_600_000).toISOString();
  await client.joinSession({ params, body: {} });
  await client.joinWaitlist({ params });
  await client.sendSessionMessage({ params, body: { content: 'On my way', client_nonce: crypto.randomUUID() } });
  await client.sendQuickAction({
    params,
    body: { action: 'running_late', client_nonce: crypto.randomUUID() } as never,
  });
  await client.createProposal({ params, body: { proposed_time: soon } });
  await client.checkIn({ params, body: {} });
  for (const conversation_id of conversations) await client.shareSessionToChat({ params, body: { conversation_id } });
  for (const id of conversations.slice(0, 6)) {
    const { body: message } = await client.sendMessage({ params: { id }, body: { content: 'Yes' } });
    if (!message.id) continue;
    await client.sendMessage({ params: { id }, body: { content: 'Indeed', reply_to_id: message.id } });
    await client.addReaction({ params: { id, messageId: message.id, emoji: '💪' } });
    await client.markMessagesDelivered({ body: { conversations: [{ id, seq: message.seq }] } });
    await client.addAdmins({ params: { id }, body: { user_ids: [other] } });
  }
  await client.sendFriendRequest({ body: { receiver_id: other } });
  await client.markAllNotificationsRead();
  await client.updateMe({ body: { bio: 'Here to lift' } });
  await client.checkSessionTime({ query: { gym_id: gym, start_time: soon, duration_minutes: 60 } as never });
  const made = await client.createSession({
    body: {
      title: 'Row',
      workout_type: 'cardio',
      gym_id: gym,
      start_time: soon,
      duration_minutes: 60,
      max_participants: 4,
    } as never,
  });
  if (made.status === 201) {
    await client.updateSession({ params: { id: made.body.id }, body: { title: 'Row on' } });
    await client.cancelSession({ params: { id: made.body.id }, query: {} });
  }
  await client.leaveWaitlist({ params });
  await client.leaveSession({ params, body: {} });
}

const conditions = /(?:"?\w+"?\.)?"?organization_id"? = (?:(\$\d+)(?:::uuid)?|"?\w+"?\."?organization_id"?)/g;

/** The statement once per condition, without it. A value that is no longer compared is still passed. */
function forgetful(text: string): string[] {
  return [...text.matchAll(conditions)].map(({ 0: condition, 1: value, index }) => {
    const instead = value ? `(${value}::uuid is null or true)` : 'true';
    return `${text.slice(0, index)}${instead}${text.slice(index + condition.length)}`;
  });
}

/** The table of a condition: the last one before it that has the condition's name. */
function tableOf(text: string, index: number): string {
  const found = [...text.matchAll(conditions)][index];
  const name = /^"?(\w+)"?\./.exec(found?.[0] ?? '')?.[1] ?? '\\w+';
  const named = new RegExp(`(?:from|join|update|into) "?(\\w+)"?(?: as)? "?${name}"?\\b`, 'g');
  return [...text.slice(0, found?.index).matchAll(named)].at(-1)?.[1] ?? '';
}

/** The answers of statements, all from one moment, without leaving changes behind. */
async function answersOf(client: pg.PoolClient, texts: string[], values: unknown[], begin: string): Promise<string[]> {
  const answers: string[] = [];
  await client.query(`${begin}; savepoint before`);
  for (const text of texts) {
    try {
      const { rows, rowCount } = await client.query(text, values);
      // A write returns its rows in any order.
      const inOrder = /^\s*(insert|update|delete)/.test(text) ? rows.map((row) => JSON.stringify(row)).sort() : rows;
      answers.push(JSON.stringify([rowCount, inOrder]));
    } catch (error) {
      answers.push((error as { code: string }).code);
    }
    await client.query('rollback to savepoint before');
  }
  await client.query('rollback');
  return answers;
}

/** The numbers of the conditions whose loss changes an answer, each with the call that shows it. */
async function noticed(client: pg.PoolClient, calls: Ran[]): Promise<Map<number, Ran>> {
  const found = new Map<number, Ran>();
  for (const call of calls) {
    const open = [...forgetful(call.text).entries()].filter(([index]) => !found.has(index));
    if (open.length === 0) break;
    const texts = [call.text, ...open.map(([, mutant]) => mutant)];
    const [whole, ...without] = await answersOf(client, texts, call.values, 'begin');
    for (const [place, [index]] of open.entries()) if (without[place] !== whole) found.set(index, call);
  }
  return found;
}

test('gives the same answer inside the walls without a condition', { timeout: 120_000 }, async () => {
  let conditionsTried = 0;
  let wouldLeak = 0;
  const different = new Set<string>();
  const leaking = new Set<string>();
  const client = await app().pool.connect();
  for (const calls of [...ran.values()].filter(([one]) => one?.inside)) {
    const [first] = calls as [Ran, ...Ran[]];
    const mutants = forgetful(first.text);
    const leaks = await noticed(client, calls.slice(0, 10));
    conditionsTried += mutants.length;
    wouldLeak += leaks.size;
    for (const index of leaks.keys()) leaking.add(tableOf(first.text, index));
    // Each with the values that outside the walls meet the twin; where none do, with the first.
    for (const call of new Set([first, ...leaks.values()])) {
      const without = mutants.filter((_, index) => (leaks.get(index) ?? first) === call);
      const answers = await answersOf(client, [call.text, ...without], call.values, beginInside({ organizationId }));
      if (new Set(answers).size > 1) different.add(call.text);
    }
  }
  client.release();
  expect([...different]).toEqual([]);
  // The twin is no stranger to these statements: outside the walls many would meet it.
  expect(conditionsTried).toBeGreaterThan(100);
  expect(wouldLeak).toBeGreaterThan(conditionsTried / 4);
  expect([...leaking]).toEqual(expect.arrayContaining(['blocks', 'session_waitlist']));
});

test('detects a missing condition of a hot read outside the walls', { timeout: 120_000 }, async () => {
  const lost: string[] = [];
  const client = await app().pool.connect();
  for (const [name, text] of outsideStatements) {
    const calls = ran.get(`false ${text}`);
    if (!calls) continue;
    const seen = await noticed(client, calls);
    for (const [index] of forgetful(text).entries())
      if (!seen.has(index)) lost.push(`${name}: ${[...text.matchAll(conditions)][index]?.[0]} (${index})`);
  }
  client.release();
  expect(lost).toEqual([]);
  const untried = [...outsideStatements].filter(([, text]) => !ran.has(`false ${text}`)).map(([name]) => name);
  expect(untried).toEqual([]);
});
