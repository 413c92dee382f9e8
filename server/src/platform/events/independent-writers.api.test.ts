import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction } from '#platform/events/tell.ts';
import { useTestApp } from '#testing/app.ts';
import { addNotification, addSession } from '#testing/test-data.ts';
import { writeNews } from './write.ts';

const app = useTestApp();

test('no write waits for another in its organization, nor for whoever numbers events', async () => {
  const { cast, db, as } = app();
  const [ana, ben, cleo] = [await as(cast.ana), await as(cast.ben), await as(cast.cleo)];
  const joined = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana });
  const notification = await addNotification(db, {
    to: cast.ana,
    kind: 'session_joined',
    session: joined,
    by: [cast.ben],
  });
  const { id } = (await ana.openDirectConversation({ body: { user_id: cast.ben.id } })).body;
  const other = (await cleo.openDirectConversation({ body: { user_id: cast.ben.id } })).body.id;
  const scope = cast.organizations.ironHarbour;
  const { cursor } = (await ana.getLiveCursor()).body;

  const mayEnd = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  const open = inTransaction(db, async (tx) => {
    await sql`select from event_scopes where scope_id = ${scope}::uuid for update`.execute(tx);
    await sql`select from conversations where id = ${other}::uuid for update`.execute(tx);
    writeNews(tx, [{ scope, type: 'me.updated', data: { changed: ['open'] }, to: [cast.dov.id] }]);
    await sql`select 1`.execute(tx);
    opened.resolve();
    await mayEnd.promise;
  });
  await opened.promise;
  const answers = await Promise.all([
    ana.sendMessage({ params: { id }, body: { content: 'Squats at six?' } }),
    ben.joinSession({ params: { id: joined }, body: {} }),
    cleo.sendFriendRequest({ body: { receiver_id: cast.ana.id } }),
    ana.markNotificationRead({ params: { id: notification } }),
    ben.updateMe({ body: { bio: 'Needs no lock' } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 201, 200, 200]);
  expect((await ben.markConversationRead({ params: { id }, body: { last_read_seq: 1 } })).status).toBe(200);
  expect((await ben.markAllNotificationsRead()).status).toBe(200);
  mayEnd.resolve();
  await open;
  expect(Number((await ana.getLiveCursor()).body.cursor)).toBeGreaterThan(Number(cursor));
  const told = await db.selectFrom('live_events').select('type').where('number', '>', Number(cursor)).execute();
  const types = ['message.created', 'session.joined', 'friend_request.received', 'notification.read', 'me.updated'];
  expect(told.map(({ type }) => type)).toEqual(expect.arrayContaining(types));
});
