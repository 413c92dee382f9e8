import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';

const app = useTestApp();

async function start() {
  const { body } = await app().visitor.startDemo();
  const ana = app().with(body.access_token);
  return { ana, me: (await ana.getMe()).body };
}

/** Lets the seconds pass that the people of a demo take. */
async function waitForReplies() {
  for (let turn = 0; turn < 2; turn++) {
    await sql`update graphile_worker._private_jobs set run_at = now()
      where task_id in (select id from graphile_worker._private_tasks where identifier like '%demo%')`.execute(
      app().db,
    );
    await app().runJobs();
  }
}

test('somebody answers a message, with few replies, as a member would', async () => {
  const { ana, me } = await start();
  const chats = (await ana.listConversations()).body.results;
  const direct = chats.find(({ type, request }) => type === 'direct' && !request)!;
  const heard = async () =>
    (await ana.listMessages({ params: { id: direct.id } })).body.results.filter(
      ({ sender, seq }) => sender && sender.id !== me.id && seq > direct.last_seq,
    );
  await ana.sendMessage({ params: { id: direct.id }, body: { content: 'Squats tomorrow?' } });
  await waitForReplies();
  const first = await heard();
  expect(first).toHaveLength(1);
  const { unread_count } = (await ana.getConversation({ params: { id: direct.id } })).body;
  expect(unread_count).toBeGreaterThan(0);
  for (const content of ['And Friday?', 'Hello?', 'Still there?', 'Anybody?']) {
    await ana.sendMessage({ params: { id: direct.id }, body: { content } });
    await waitForReplies();
  }
  expect(await heard()).toHaveLength(3);
});

test('the host greets, a proposal is accepted, and a friend request too', async () => {
  const { ana, me } = await start();
  const { session_id } = (await ana.getDemoPath()).body;
  const params = { id: session_id! };
  await ana.joinSession({ params });
  await waitForReplies();
  const greeted = (await ana.listSessionMessages({ params })).body.results;
  expect(greeted.filter(({ sender }) => sender && sender.id !== me.id).length).toBeGreaterThan(0);

  const session = (await ana.getSession({ params })).body;
  const later = new Date(Date.parse(session.start_time.utc) + 15 * 60_000).toISOString();
  await ana.createProposal({ params, body: { proposed_time: later } });
  await waitForReplies();
  expect((await ana.getSession({ params })).body.start_time.utc).toBe(later);

  const [suggested] = (await ana.listFriendSuggestions()).body.results;
  await ana.sendFriendRequest({ body: { receiver_id: suggested!.person.id } });
  await waitForReplies();
  const friends = (await ana.listFriends()).body.results;
  expect(friends.map(({ friend }) => friend.id)).toContain(suggested!.person.id);
  expect((await ana.getDemoPath()).body).toMatchObject({ joined: true, proposed: true, matched: true });
});

test('invited members come, one after another, and those who cannot say so', async () => {
  const { ana, me } = await start();
  const people = (await ana.listFriends()).body.results.map(({ friend }) => friend.id).slice(0, 2);
  const { session_id } = (await ana.getDemoPath()).body;
  const { gym, start_time } = (await ana.getSession({ params: { id: session_id! } })).body;
  const create = (max_participants: number) =>
    ana.createSession({
      body: {
        title: 'Sunday row',
        workout_type: 'cardio',
        gym_id: gym.id,
        start_time: start_time.utc,
        max_participants,
        invited_user_ids: people,
      },
    });
  const open = await create(6);
  expect(open.status).toBe(201);
  await waitForReplies();
  await waitForReplies();
  const { participants } = (await ana.getSession({ params: { id: open.body.id } })).body;
  expect(participants.map(({ id }) => id).sort()).toEqual([me.id, ...people].sort());

  const { id } = (await create(2)).body;
  await waitForReplies();
  await waitForReplies();
  const full = (await ana.getSession({ params: { id } })).body;
  expect([full.participants.length, full.declined.length, full.invited.length]).toEqual([2, 1, 0]);
});

test('nobody answers by script outside a demo, or after its end', async () => {
  const { cast, db } = app();
  const ana = await app().as(cast.ana);
  const { body: chat } = await ana.openDirectConversation({ body: { user_id: cast.ben.id } });
  await ana.sendMessage({ params: { id: chat.id }, body: { content: 'Squats tomorrow?' } });
  const demo = await start();
  const [first] = (await demo.ana.listConversations()).body.results;
  await demo.ana.sendMessage({ params: { id: first!.id }, body: { content: 'Anybody?' } });
  const count = () => db.selectFrom('messages').select('id').execute();
  const before = await count();
  await sql`update users set demo_expires_at = now() where organization_id = ${demo.me.organization!.id}`.execute(db);
  await waitForReplies();
  expect(await count()).toHaveLength(before.length);
});
