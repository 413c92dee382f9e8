import { dailyLimits } from '@spotter/contract/limits.ts';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { callWaitsForLock } from '#testing/databases/locks.ts';
import { dayFromNow, openDaily } from '#testing/hours.ts';
import { addFriends, addSession } from '#testing/test-data.ts';

const app = useTestApp({ RATE_LIMITS: 'on' });

const [newcomer] = dailyLimits.friend_requests;
const [newcomersMessages] = dailyLimits.first_messages;

/** Strangers of the same gym. */
async function addCrowd(count: number): Promise<CastMember[]> {
  const { db, cast } = app();
  const organization_id = cast.organizations.ironHarbour;
  const people = Array.from({ length: count }, () => {
    const id = newId();
    return { ...cast.cleo, id, email: `${id}@crowd.example` };
  });
  const row = ({ id, email }: CastMember) => ({ organization_id, id, email, first_name: 'Kim', role: 'regular_user' });
  await db.insertInto('users').values(people.map(row)).execute();
  return people;
}

beforeEach(async () => {
  const { db } = app();
  await db.deleteFrom('rate_limits').execute();
  await db.deleteFrom('conversations').execute();
  await db.deleteFrom('friend_requests').execute();
});

const ask = async (person: CastMember, other: CastMember) =>
  (await app().as(person)).sendFriendRequest({ body: { receiver_id: other.id } });
const write = async (person: CastMember, other: CastMember) => {
  const client = await app().as(person);
  const { body } = await client.openDirectConversation({ body: { user_id: other.id } });
  return client.sendMessage({ params: { id: body.id }, body: { content: 'Hi' } });
};
const age = (person: CastMember, days: number) =>
  app()
    .db.updateTable('users')
    .set({ created_at: sql`now() - make_interval(days => ${days})` })
    .where('id', '=', person.id)
    .execute();
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();

test('friend requests are limited by the day, also when they are sent at once', async () => {
  const { cast } = app();
  const crowd = await addCrowd(newcomer.most + 3);
  const answers = await Promise.all(crowd.map((person) => ask(cast.cleo, person)));
  expect(statuses(answers)).toEqual([...crowd.slice(3).map(() => 201), 429, 429, 429]);
  const refused = answers.find(({ status }) => status === 429)!;
  expect(refused.error).toMatchObject({
    code: 'too_many_requests',
    error: "You've sent a lot of friend requests today. You can send more in 24 hours.",
  });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000);
});

test('a call that waited for the first one of the day waits a day at most', async () => {
  const { pool, cast } = app();
  const [person] = await addCrowd(1);
  const cleo = await app().as(cast.cleo);
  const bucket = `friend_requests:${cast.cleo.id}`;
  const first = await pool.connect();
  await first.query('begin');
  await first.query('insert into rate_limits (bucket, used, resets_at) values ($1, $2, now())', [
    bucket,
    newcomer.most,
  ]);
  const calling = cleo.sendFriendRequest({ body: { receiver_id: person!.id } });
  await callWaitsForLock(pool);
  await first.query(`update rate_limits set resets_at = clock_timestamp() + interval '1 day' where bucket = $1`, [
    bucket,
  ]);
  await first.query('commit');
  first.release();
  const { headers, error } = await calling;
  expect(error.error).toContain(' in 24 hours.');
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(86_400);
});

test('withdrawing gives nothing back, the next day gives all of it', async () => {
  const { db, cast } = app();
  const [last, ...crowd] = await addCrowd(newcomer.most + 1);
  for (const person of crowd) {
    const { body } = await ask(cast.cleo, person);
    await (await app().as(cast.cleo)).removeFriend({ params: { id: body.id } });
  }
  expect((await ask(cast.cleo, last!)).status).toBe(429);
  await db.updateTable('rate_limits').set({ resets_at: new Date() }).execute();
  expect((await ask(cast.cleo, last!)).status).toBe(201);
});

test('older accounts may send more', async () => {
  const { cast } = app();
  const [, week] = dailyLimits.friend_requests;
  await age(cast.cleo, week.fromDay);
  const crowd = await addCrowd(week.most + 1);
  const answers = await Promise.all(crowd.map((person) => ask(cast.cleo, person)));
  expect(statuses(answers)).toEqual([...crowd.slice(1).map(() => 201), 429]);
  await age(cast.cleo, 0);
});

test('first messages to strangers are limited, further ones and those to friends are not', async () => {
  const { cast } = app();
  const [last, ...crowd] = await addCrowd(newcomersMessages.most + 1);
  const answers = await Promise.all(crowd.map((person) => write(cast.ana, person)));
  expect(statuses(answers)).toEqual(crowd.map(() => 201));
  const refused = await write(cast.ana, last!);
  expect([refused.status, refused.error.error]).toEqual([
    429,
    "You've written to a lot of new people today. You can write to more in 24 hours.",
  ]);
  expect((await write(cast.ana, cast.ben)).status).toBe(201);
  const { body } = await (await app().as(crowd[0]!)).listConversations({ query: { requests: true } });
  await (await app().as(crowd[0]!)).acceptConversation({ params: { id: body.results[0]!.id } });
  expect((await write(cast.ana, crowd[0]!)).status).toBe(201);
});

test('invites of strangers to new sessions are limited by the day, and those of friends are not', async () => {
  const { db, cast } = app();
  const { barangaroo: gym_id } = cast.gyms;
  const organization_id = cast.organizations.ironHarbour;
  await openDaily(db, { organizationId: organization_id, gymId: gym_id });
  const crowd = await addCrowd(100);
  await db
    .insertInto('user_gyms')
    .values(crowd.map(({ id }) => ({ organization_id, user_id: id, gym_id })))
    .execute();
  await age(cast.cleo, 0);
  const client = await app().as(cast.cleo);
  const invite = (people: CastMember[]) =>
    client.createSession({
      body: {
        ...{ gym_id, workout_type: 'strength', title: 'Legs', start_time: `${dayFromNow(2)}T01:00:00Z` },
        invited_user_ids: people.map(({ id }) => id),
      },
    });
  expect((await invite(crowd)).status).toBe(201);
  const refused = await invite(crowd.slice(0, 1));
  expect([refused.status, refused.error.error]).toEqual([
    429,
    "You've invited a lot of new people today. You can invite more in 24 hours.",
  ]);
  await addFriends(db, cast.cleo, crowd.slice(0, 1));
  expect((await invite(crowd.slice(0, 1))).status).toBe(201);
});

test('joining a session works beyond the limit of friend requests', async () => {
  const { db, cast } = app();
  const crowd = await addCrowd(newcomer.most);
  for (const person of crowd) await ask(cast.cleo, person);
  const session_id = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ben });
  const joined = await (await app().as(cast.cleo)).joinPendingSession({
    body: { session_id, friend_request_ids: [cast.ben.id] },
  });
  expect([joined.status, joined.body.joined]).toEqual([200, true]);
  expect((await (await app().as(cast.ben)).listFriendRequests()).body.count).toBe(0);
});

test('five hundred typing calls are refused after the first sixty, and messages still go through', async () => {
  const { cast } = app();
  const client = await app().as(cast.ana);
  const { body } = await client.openDirectConversation({ body: { user_id: cast.ben.id } });
  const params = { id: body.id };
  const answers = await Promise.all(Array.from({ length: 500 }, () => client.sendTyping({ params })));
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(60);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(440);
  expect((await client.sendMessage({ params, body: { content: 'Still here' } })).status).toBe(201);
});

test('an organization checks and imports so many lines a day, more when it is older', async () => {
  const { db, cast } = app();
  const olga = await app().as(cast.olga);
  const [young, old] = dailyLimits.import_rows;
  const rows = (...names: string[]) => ({
    kind: 'members' as const,
    file: new File([`Email,First Name\n${names.map((name) => `${name}@rows.example,Kim`).join('\n')}`], 'rows.csv'),
  });
  expect((await olga.checkImport({ body: rows('a', 'b') })).status).toBe(200);
  const bucket = `import_rows:${cast.organizations.ironHarbour}`;
  const used = async () =>
    (await db.selectFrom('rate_limits').select('used').where('bucket', '=', bucket).executeTakeFirst())?.used;
  expect(await used()).toBe(3);
  await db
    .updateTable('rate_limits')
    .set({ used: young.most - 3 })
    .where('bucket', '=', bucket)
    .execute();
  for (const refused of [
    await olga.checkImport({ body: rows('a', 'b', 'c') }),
    await olga.runImport({ body: rows('a', 'b', 'c') }),
  ]) {
    expect([refused.status, refused.error.error]).toEqual([
      429,
      'This file is more than your organization can import today. You can import more in 24 hours.',
    ]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000);
  }
  expect((await olga.runImport({ body: rows('a', 'b') })).body.made).toBe(2);
  await db
    .updateTable('organizations')
    .set({ created_at: sql`now() - make_interval(days => ${old.fromDay})` })
    .where('id', '=', cast.organizations.ironHarbour)
    .execute();
  expect((await olga.runImport({ body: rows('c', 'd', 'e') })).body.made).toBe(3);
  expect(await used()).toBe(young.most + 4);
});

test('a file of members is paid for before it is read', async () => {
  const { db, cast } = app();
  const olga = await app().as(cast.olga);
  const body = { kind: 'members' as const, file: new File(['Email\n"never closed'], 'rows.csv') };
  const bucket = `import_rows:${cast.organizations.ironHarbour}`;
  const used = async () =>
    (await db.selectFrom('rate_limits').select('used').where('bucket', '=', bucket).executeTakeFirst())?.used ?? 0;
  const before = await used();
  expect((await olga.checkImport({ body })).status).toBe(400);
  expect(await used()).toBe(before + 2);
});

test('who turned something down is asked again a few times a day at most', async () => {
  const { db, cast } = app();
  const { ana, ben, cleo } = cast;
  const [{ most }] = dailyLimits.asked_again;
  await openDaily(db, { organizationId: cast.organizations.ironHarbour, gymId: cast.gyms.barangaroo });
  const id = await addSession(db, { gym: cast.gyms.barangaroo, host: ana, with: [ben], in: 3 * 24 * 60 });
  const [asAna, asBen, asCleo] = [await app().as(ana), await app().as(ben), await app().as(cleo)];
  const propose = () =>
    asBen.createProposal({
      params: { id },
      body: { proposed_time: `${dayFromNow(4)}T01:00:00Z`, message: 'Please?' },
    });
  const first = await propose();
  for (let time = 0, asked = first; time < most; time++) {
    expect(asked.status).toBe(201);
    await asAna.rejectProposal({ params: { id, proposalId: asked.body.id } });
    asked = await propose();
  }
  const open = (await asAna.listProposals({ params: { id } })).body.results.find(({ status }) => status === 'pending')!;
  await asAna.rejectProposal({ params: { id, proposalId: open.id } });
  const refused = await propose();
  expect([refused.status, refused.error.error]).toEqual([
    429,
    "They've turned down your time. You can propose another one in 24 hours.",
  ]);

  await db.deleteFrom('rate_limits').execute();
  await addFriends(db, ana, [cleo, ben]);
  const { body: group } = await asAna.createGroupConversation({ body: { name: 'Crew', user_ids: [cleo.id, ben.id] } });
  const bringBack = () => asAna.addParticipants({ params: { id: group.id }, body: { user_ids: [cleo.id] } });
  for (let time = 0; time < most; time++) {
    expect((await asCleo.leaveConversation({ params: { id: group.id } })).status).toBe(204);
    expect((await bringBack()).status).toBe(200);
  }
  await asCleo.leaveConversation({ params: { id: group.id } });
  expect((await bringBack()).error.error).toBe('They left this group. You can add them in 24 hours.');
  expect((await asCleo.getConversation({ params: { id: group.id } })).status).toBe(404);
  // Whom an admin took out has not said no.
  await asAna.removeParticipants({ params: { id: group.id }, body: { user_ids: [ben.id] } });
  const back = await asAna.addParticipants({ params: { id: group.id }, body: { user_ids: [ben.id] } });
  expect(back.status).toBe(200);
});
