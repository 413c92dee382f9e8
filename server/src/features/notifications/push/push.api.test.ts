import { mostPushesADay } from '@spotter/contract/notification-delivery.ts';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction, tell } from '#platform/events/tell.ts';
import { enqueue } from '#platform/jobs/define.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { startPushHost } from '#testing/hosts/push-host.ts';
import { addSession } from '#testing/test-data.ts';
import { deliverDueNotifications } from '../delivery/deliver.jobs.ts';
import { type NewNotification, notification } from '../notification.events.ts';

const host = await startPushHost();
afterAll(() => host.stop());
const app = useTestApp({ PUSH_HOSTS: `fcm.googleapis.com,${host.origin}` });

beforeEach(async () => {
  const { db } = app();
  for (const table of [
    'notifications',
    'push_subscriptions',
    'notification_settings',
    'notification_preferences',
  ] as const)
    await db.deleteFrom(table).execute();
  await db.deleteFrom('conversations').execute();
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  host.received.length = 0;
  host.refusals.length = 0;
  // The tests run at any hour; those about quiet hours set their own.
  for (const person of [app().cast.ana, app().cast.ben, app().cast.cleo])
    await db.insertInto('notification_settings').values({ user_id: person.id, quiet_hours: false }).execute();
});

const subscribe = async (person: CastMember, token?: string) => {
  const subscription = host.subscribe();
  const client = token ? app().with(token) : await app().as(person);
  expect((await client.savePushSubscription({ body: subscription })).status).toBe(204);
  return subscription;
};
const notify = (given: Omit<NewNotification, 'organizationId'>) =>
  inTransaction(app().db, async (tx) => {
    tell(tx, notification({ organizationId: app().cast.organizations.ironHarbour, ...given }));
  });
const legDay = (title = 'Leg day') => {
  const { cast, db } = app();
  return addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana, with: [cast.ben], title });
};
const changed = async (to: CastMember, title?: string) =>
  notify({ kind: 'session_changed', to: [to.id], sessionId: await legDay(title) });
const titles = () => host.received.map(({ message }) => message.title);
/** What waits is due, and the minute's job runs. */
const itIsDue = async () => {
  const { db } = app();
  await sql`update notification_deliveries set due_at = now() where due_at is not null`.execute(db);
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(db);
  await enqueue(db, deliverDueNotifications, {});
  await app().runJobs();
};
/** Quiet hours around this moment, by UTC. */
const beQuiet = async (person: CastMember) => {
  await app().db.updateTable('users').set({ timezone: 'UTC' }).where('id', '=', person.id).execute();
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
  const quiet_hours = { enabled: true, from: at(-2), until: at(2) };
  expect((await (await app().as(person)).updateMyPreferences({ body: { quiet_hours } })).status).toBe(200);
};

describe('a push', () => {
  test("reaches each of a member's browsers, encrypted and signed, with the place to open", async () => {
    const { ben } = app().cast;
    const [one, other] = [await subscribe(ben), await subscribe(ben)];
    const sessionId = await legDay();
    await notify({ kind: 'session_changed', to: [ben.id], sessionId });
    await app().runJobs();
    const { results } = (await (await app().as(ben)).listNotifications()).body;
    expect(host.received.map(({ path }) => `${host.origin}${path}`).sort()).toEqual(
      [one.endpoint, other.endpoint].sort(),
    );
    expect(host.received[0]).toMatchObject({
      message: {
        id: results[0]?.id,
        title: 'Leg day has new details',
        url: `/app/sessions/${sessionId}`,
        tag: results[0]?.id,
        unread_count: 1,
        silent_from: null,
      },
      contact: app().config.PUBLIC_URL,
      urgency: 'normal',
    });
    // Nothing is sent a second time.
    await itIsDue();
    expect(host.received).toHaveLength(2);
  });

  test('goes out for a kind that is switched off in the app, and not for one whose push is off', async () => {
    const { ben } = app().cast;
    await subscribe(ben);
    const client = await app().as(ben);
    const switches = { session_changed: { in_app: false }, session_left: { push: false } };
    await client.updateMyPreferences({ body: { notifications: switches } });
    const sessionId = await legDay();
    await notify({ kind: 'session_left', to: [ben.id], sessionId });
    await notify({ kind: 'session_changed', to: [ben.id], sessionId });
    await app().runJobs();
    expect(titles()).toEqual(['Leg day has new details']);
    const { results } = (await client.listNotifications()).body;
    expect(results.map(({ kind }) => kind)).toEqual(['session_left']);
    expect((await client.getUnreadCount()).body).toEqual({ unread_count: 1 });
  });

  test('is not sent when it is read, muted or blocked before it is due', async () => {
    const { ana, ben, cleo } = app().cast;
    await subscribe(ben);
    const client = await app().as(ben);
    await changed(ben);
    await client.markAllNotificationsRead();
    const { id } = (await (await app().as(ana)).openDirectConversation({ body: { user_id: ben.id } })).body;
    await (await app().as(ana)).sendMessage({ params: { id }, body: { content: 'Six?' } });
    await client.muteConversation({ params: { id }, body: { duration: '1h' } });
    await notify({ kind: 'session_left', to: [ben.id], actorId: cleo.id, sessionId: await legDay() });
    await client.blockUser({ params: { id: cleo.id } });
    await itIsDue();
    expect(titles()).toEqual([]);
    // A muted conversation still counts as unread.
    expect((await client.listUnreadConversations()).body.conversation_ids).toEqual([id]);
    await client.unblockUser({ params: { id: cleo.id } });
  });

  test('is not sent while its organization is switched off, whether it was due then or queued before', async () => {
    const { db, cast } = app();
    const set = (is_active: boolean) =>
      db.updateTable('organizations').set({ is_active }).where('id', '=', cast.organizations.ironHarbour).execute();
    await subscribe(cast.ben);
    await changed(cast.ben, 'Waiting');
    await set(false);
    await itIsDue();
    await set(true);
    await itIsDue();
    expect(titles()).toEqual([]);

    await changed(cast.ben, 'Queued');
    host.refusals.push(503);
    await app().runJobs();
    await set(false);
    await itIsDue();
    await set(true);
    await itIsDue();
    expect(titles()).toEqual([]);
  });

  test('folds the messages of a chat, and repeats a chat at most every few minutes', async () => {
    const { ana, ben } = app().cast;
    await subscribe(ben);
    const { id } = (await (await app().as(ana)).openDirectConversation({ body: { user_id: ben.id } })).body;
    const say = async (content: string) => (await app().as(ana)).sendMessage({ params: { id }, body: { content } });
    await say('Six?');
    await app().runJobs();
    await say('Or seven?');
    await say('Seven it is');
    await app().runJobs();
    expect(host.received.map(({ message }) => [message.title, message.body, message.url])).toEqual([
      ['Ana sent you a message', 'Six?', `/app?open=messages&id=${id}`],
    ]);
    await sql`update notification_deliveries set sent_at = sent_at - interval '6 minutes'`.execute(app().db);
    await itIsDue();
    expect(host.received.map(({ message }) => message.body)).toEqual(['Six?', 'Seven it is']);
    expect(host.received[1]?.message.tag).toBe(host.received[0]?.message.tag);
  });

  test('waits for the end of the quiet hours and is then folded; reminders pass', async () => {
    const { ben } = app().cast;
    await subscribe(ben);
    await beQuiet(ben);
    await changed(ben, 'Leg day');
    await changed(ben, 'Pull day');
    await notify({ kind: 'session_starts_soon', to: [ben.id], sessionId: await legDay(), data: { minutes: 15 } });
    await itIsDue();
    expect(host.received.map(({ message, urgency }) => [message.title, urgency])).toEqual([
      ['Leg day starts in 15 minutes', 'high'],
    ]);
    const { rows } = await sql<{ hours: number }>`select round(extract(epoch from due_at - now()) / 3600)::int as hours
      from notification_deliveries where due_at is not null`.execute(app().db);
    expect(rows).toEqual([{ hours: 2 }, { hours: 2 }]);
    const quiet_hours = { enabled: false, from: '22:00', until: '07:00' };
    await (await app().as(ben)).updateMyPreferences({ body: { quiet_hours } });
    await itIsDue();
    expect(host.received[1]?.message).toMatchObject({
      id: null,
      title: '2 new notifications',
      body: 'Pull day has new details\nLeg day has new details',
      url: '/app?open=notifications',
    });
    expect(host.received).toHaveLength(2);
  });

  test('waits for the next day when the member got enough of them', async () => {
    const { ben } = app().cast;
    await subscribe(ben);
    for (let n = 0; n <= mostPushesADay; n++) {
      await changed(ben, `Leg day ${n}`);
      await app().runJobs();
    }
    expect(host.received).toHaveLength(mostPushesADay);
    const waiting = app().db.selectFrom('notification_deliveries').select('due_at').where('due_at', 'is not', null);
    expect(await waiting.execute()).toHaveLength(1);
  });
});

describe('a push host', () => {
  test('that no longer knows the browser ends its subscription', async () => {
    const { ben } = app().cast;
    const left = async () => (await app().db.selectFrom('push_subscriptions').selectAll().execute()).length;
    for (const status of [404, 410]) {
      await subscribe(ben);
      host.refusals.push(status);
      await changed(ben);
      await app().runJobs();
      expect([status, await left()]).toEqual([status, 0]);
    }
    expect(host.received).toEqual([]);
  });

  test('that fails is tried again, and gets the push once', async () => {
    const { ben } = app().cast;
    await subscribe(ben);
    host.refusals.push(500, 429);
    await changed(ben);
    await app().runJobs();
    expect(host.received).toEqual([]);
    for (const times of [0, 1, 1]) {
      await itIsDue();
      expect(host.received).toHaveLength(times);
    }
    expect(titles()).toEqual(['Leg day has new details']);
  });

  test('that is away until the quiet hours gets the push in the morning', async () => {
    const { ben } = app().cast;
    await subscribe(ben);
    host.refusals.push(503);
    await changed(ben);
    await app().runJobs();
    await beQuiet(ben);
    await itIsDue();
    expect(host.received).toEqual([]);
    await app().db.updateTable('notification_settings').set({ quiet_hours: false }).execute();
    await itIsDue();
    expect(titles()).toEqual(['Leg day has new details']);
  });
});

describe('a subscription', () => {
  test('belongs to the member who saved it last in that browser', async () => {
    const { ana, ben } = app().cast;
    const shared = await subscribe(ana);
    await (await app().as(ben)).savePushSubscription({ body: shared });
    await changed(ana);
    await app().runJobs();
    expect(host.received).toEqual([]);
    await changed(ben);
    await app().runJobs();
    expect(host.received).toHaveLength(1);
  });

  test('ends with its sign-in: signed out, ended elsewhere or expired', async () => {
    const { ben } = app().cast;
    const count = async () => (await app().db.selectFrom('push_subscriptions').selectAll().execute()).length;
    const token = await app().tokenFor(ben);
    await subscribe(ben, token);
    await app().with(token).logout({ body: {} });
    expect(await count()).toBe(0);

    const other = await app().tokenFor(ben);
    await subscribe(ben, other);
    const { results } = (await app().with(other).listMyLogins()).body;
    const current = results.find(({ is_current }) => is_current);
    await (await app().as(ben)).revokeMyLogin({ params: { id: current?.id ?? '' } });
    expect(await count()).toBe(0);

    await subscribe(ben);
    await sql`update logins set expires_at = now() - interval '1 minute' where user_id = ${ben.id}`.execute(app().db);
    await changed(ben);
    await app().runJobs();
    expect(host.received).toEqual([]);
  });

  test('can be removed, one or all of them, by its member alone', async () => {
    const { ana, ben } = app().cast;
    const [one] = [await subscribe(ben), await subscribe(ben), await subscribe(ben)];
    const left = async () => (await app().db.selectFrom('push_subscriptions').selectAll().execute()).length;
    await (await app().as(ana)).deletePushSubscription({ body: { endpoint: one.endpoint } });
    expect(await left()).toBe(3);
    await (await app().as(ben)).deletePushSubscription({ body: { endpoint: one.endpoint } });
    expect(await left()).toBe(2);
    await (await app().as(ben)).deletePushSubscription({ body: {} });
    expect(await left()).toBe(0);
  });

  test('is refused for addresses that are no push host, and for keys that are none', async () => {
    const client = await app().as(app().cast.ben);
    const { endpoint, keys } = host.subscribe();
    const save = async (body: object) => (await client.savePushSubscription({ body: body as never })).error;
    for (const address of [
      'https://10.0.0.1/x',
      'https://localhost/x',
      'http://fcm.googleapis.com/x',
      'http://127.0.0.1:1/x',
    ])
      expect((await save({ endpoint: address, keys })).code).toBe('push_endpoint_refused');
    expect(await save({ endpoint: 'ftp://push', keys })).toMatchObject({
      details: { endpoint: ['Not a push address'] },
    });
    const p256dh = Buffer.alloc(65, 4).toString('base64url');
    expect(await save({ endpoint, keys: { ...keys, p256dh } })).toMatchObject({
      details: { 'keys.p256dh': [expect.any(String)] },
    });
    expect(await app().db.selectFrom('push_subscriptions').selectAll().execute()).toEqual([]);
  });
});
