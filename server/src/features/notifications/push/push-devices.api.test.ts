import type { PushAction } from '@spotter/contract/notifications/push-message.ts';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction, tell } from '#platform/events/tell.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { startApnsHost } from '#testing/hosts/apns-host.ts';
import { startFcmHost } from '#testing/hosts/fcm-host.ts';
import { addSession, participantsOf } from '#testing/test-data.ts';
import { notification } from '../notification.events.ts';

const apple = await startApnsHost();
const firebase = await startFcmHost();
afterAll(() => Promise.all([apple.stop(), firebase.stop()]));
const IOS_APPS = `${apple.settings.IOS_APPS},Z9Y8X7W6V5.app.without-key`;
const app = useTestApp({ ...apple.settings, ...firebase.settings, IOS_APPS });

beforeEach(async () => {
  const { db, cast } = app();
  for (const table of ['notifications', 'push_subscriptions', 'notification_settings', 'conversations'] as const)
    await db.deleteFrom(table).execute();
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  for (const host of [apple, firebase]) {
    host.received.length = 0;
    host.refusals.length = 0;
  }
  // The tests run at any hour.
  for (const { id } of [cast.ana, cast.ben])
    await db.insertInto('notification_settings').values({ user_id: id, quiet_hours: false }).execute();
});

type Phone = ReturnType<typeof apple.newPhone> | ReturnType<typeof firebase.newPhone>;
const register = async (person: CastMember, phone: Phone, token?: string) => {
  const client = token ? app().with(token) : await app().as(person);
  expect((await client.savePushDevice({ body: phone })).status).toBe(204);
  return phone;
};
const legDay = () => {
  const { cast, db } = app();
  return addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana, with: [cast.ben], title: 'Leg day' });
};
const tellOf = async (person: CastMember) => {
  const sessionId = await legDay();
  const organizationId = app().cast.organizations.ironHarbour;
  await inTransaction(app().db, async (tx) => {
    tell(tx, notification({ organizationId, kind: 'session_changed', to: [person.id], sessionId }));
  });
  await app().runJobs();
  return sessionId;
};
/** What failed is due again. */
const tryAgain = async () => {
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app().db);
  await app().runJobs();
};
const registered = async () =>
  (await app().db.selectFrom('push_subscriptions').select('endpoint').execute()).map(({ endpoint }) => endpoint);

describe('an iPhone', () => {
  test('gets a push signed by the team, for its app, replaceable and with an end', async () => {
    const { ben } = app().cast;
    const { token } = await register(ben, apple.newPhone());
    const sessionId = await tellOf(ben);
    const { results } = (await (await app().as(ben)).listNotifications()).body;
    expect(apple.received).toMatchObject([
      {
        token,
        headers: { 'apns-topic': 'app.spotter', 'apns-push-type': 'alert', 'apns-collapse-id': results[0]?.id },
        payload: {
          aps: { alert: { title: 'Leg day has new details' }, badge: 1, sound: 'default' },
          id: results[0]?.id,
          url: `/app/sessions/${sessionId}`,
        },
      },
    ]);
    const seconds = Number(apple.received[0]?.headers['apns-expiration']) - Date.now() / 1000;
    expect(seconds).toBeGreaterThan(23 * 3600);
    expect(seconds).toBeLessThanOrEqual(24 * 3600);
  });

  test('gets no late push in the quiet hours', async () => {
    const { ben } = app().cast;
    await register(ben, apple.newPhone());
    await app().db.updateTable('users').set({ timezone: 'UTC' }).where('id', '=', ben.id).execute();
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
    const quiet_hours = { enabled: true, from: at(2), until: at(6) };
    await (await app().as(ben)).updateMyPreferences({ body: { quiet_hours } });
    await tellOf(ben);
    const seconds = Number(apple.received[0]?.headers['apns-expiration']) - Date.now() / 1000;
    expect(seconds).toBeGreaterThan(3600);
    expect(seconds).toBeLessThanOrEqual(2 * 3600);
  });

  test('gets pushes over one connection with one token, and over a new one when Apple hangs up', async () => {
    const { ben } = app().cast;
    await register(ben, apple.newPhone());
    await tellOf(ben);
    const [connections, tokens] = [apple.connections(), apple.tokens.size];
    await tellOf(ben);
    expect([apple.connections(), apple.tokens.size]).toEqual([connections, tokens]);
    await apple.hangUp();
    await tellOf(ben);
    await tryAgain();
    expect(apple.received).toHaveLength(3);
    expect([apple.connections(), apple.tokens.size]).toEqual([connections + 1, tokens]);
  });

  test.each([
    [400, 'BadDeviceToken'],
    [400, 'DeviceTokenNotForTopic'],
    [410, 'Unregistered'],
  ])('is forgotten after %i %s', async (status, reason) => {
    const { ben } = app().cast;
    await register(ben, apple.newPhone());
    apple.refusals.push({ status, reason });
    await tellOf(ben);
    expect(await registered()).toEqual([]);
    await tryAgain();
    expect(apple.received).toEqual([]);
  });

  test.each([
    [429, 'TooManyRequests'],
    [503, 'ServiceUnavailable'],
    [400, 'PayloadEmpty'],
  ])('is tried again after %i %s, and gets the push once', async (status, reason) => {
    const { ben } = app().cast;
    const { token } = await register(ben, apple.newPhone());
    apple.refusals.push({ status, reason });
    await tellOf(ben);
    expect([apple.received.length, await registered()]).toEqual([0, [token]]);
    await tryAgain();
    await tryAgain();
    expect(apple.received).toHaveLength(1);
  });

  test('gets the push with a new token when Apple refuses the old one', async () => {
    const { ben } = app().cast;
    await register(ben, apple.newPhone());
    await tellOf(ben);
    const tokens = apple.tokens.size;
    apple.refusals.push({ status: 403, reason: 'ExpiredProviderToken' });
    await tellOf(ben);
    await tryAgain();
    expect([apple.received.length, apple.tokens.size]).toEqual([2, tokens + 1]);
  });
});

describe('an Android phone', () => {
  test('gets a push through Firebase, with one access token for many', async () => {
    const { ben } = app().cast;
    const { token } = await register(ben, firebase.newPhone());
    const sessionId = await tellOf(ben);
    await tellOf(ben);
    const { results } = (await (await app().as(ben)).listNotifications()).body;
    const first = results.find(({ session_id }) => session_id === sessionId);
    expect(firebase.received).toHaveLength(2);
    expect(firebase.received[0]).toMatchObject({
      token,
      data: {
        ...{ title: 'Leg day has new details', id: first?.id, tag: first?.id, url: `/app/sessions/${sessionId}` },
        ...{ to: ben.id, unread_count: '1', is_urgent: 'false' },
      },
      android: { priority: 'HIGH', ttl: expect.stringMatching(/^\d+s$/) },
    });
    expect(firebase.issued.size).toBe(1);
  });

  test.each([
    [404, { status: 'NOT_FOUND', details: [{ errorCode: 'UNREGISTERED' }] }],
    [400, { status: 'INVALID_ARGUMENT', details: [{ fieldViolations: [{ field: 'message.token' }] }] }],
    [410, {}],
  ])('is forgotten after %i %o', async (status, error) => {
    const { ben } = app().cast;
    await register(ben, firebase.newPhone());
    firebase.refusals.push({ status, error });
    await tellOf(ben);
    expect(await registered()).toEqual([]);
  });

  test.each([
    [429, { status: 'RESOURCE_EXHAUSTED' }],
    [404, { status: 'NOT_FOUND', message: 'no such project' }],
    [401, { status: 'UNAUTHENTICATED' }],
  ])('is tried again after %i %o, and gets the push once', async (status, error) => {
    const { ben } = app().cast;
    const { token } = await register(ben, firebase.newPhone());
    firebase.refusals.push({ status, error });
    await tellOf(ben);
    expect([firebase.received.length, await registered()]).toEqual([0, [token]]);
    await tryAgain();
    expect(firebase.received).toHaveLength(1);
  });
});

describe('a phone', () => {
  /** The phone's own code, which has nothing but the push. */
  const take = async ({ path, token }: PushAction, body: object = {}) => {
    const headers = { authorization: `Action ${token}` };
    return (await app().http.inject({ method: 'POST', url: path, headers, payload: body })).statusCode;
  };
  const phones = [
    [
      'iPhone',
      apple.newPhone,
      () => {
        const { aps, actions } = apple.received.at(-1)!.payload as {
          aps: { category?: string };
          actions: PushAction[];
        };
        // The app has registered a category for each first action.
        expect(aps.category).toBe(actions[0]?.name);
        return actions;
      },
    ],
    ['Android', firebase.newPhone, () => JSON.parse(firebase.received.at(-1)?.data.actions ?? '') as PushAction[]],
  ] as const;

  test.each(phones)('replies and marks read with its app closed, each once (%s)', async (_name, newPhone, offered) => {
    const { ana, ben } = app().cast;
    await register(ben, newPhone());
    const writer = await app().as(ana);
    const { id } = (await writer.openDirectConversation({ body: { user_id: ben.id } })).body;
    // The longest text that a push has still fits.
    await writer.sendMessage({ params: { id }, body: { content: '🏋️'.repeat(300) } });
    await app().runJobs();
    const actions = offered();
    expect(actions).toMatchObject([
      { name: 'reply', title: 'Reply', failed: "Your reply wasn't sent" },
      { name: 'mark_read', title: 'Mark read', failed: "Couldn't mark it read" },
    ]);
    const [reply, markRead] = actions as [PushAction, PushAction];
    expect(await take(reply, { content: 'Seven' })).toBe(201);
    expect(await take(reply, { content: 'Seven' })).toBe(201);
    const { results } = (await writer.listMessages({ params: { id } })).body;
    expect(results.filter(({ content }) => content === 'Seven')).toHaveLength(1);
    expect(await take(markRead)).toBe(200);
    expect((await (await app().as(ben)).getUnreadCount()).body.unread_count).toBe(0);
  });

  test.each(phones)('joins with its app closed, and says so (%s)', async (_name, newPhone, offered) => {
    const { db, cast } = app();
    await register(cast.ben, newPhone());
    const sessionId = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana, title: 'Leg day' });
    const organizationId = cast.organizations.ironHarbour;
    await inTransaction(db, async (tx) => {
      const told = { kind: 'session_invite', to: [cast.ben.id], actorId: cast.ana.id, sessionId } as const;
      tell(tx, notification({ organizationId, ...told }));
    });
    await app().runJobs();
    const [join] = offered();
    expect(join).toMatchObject({ name: 'join', title: 'Join', done: "You're in", failed: "Couldn't join" });
    expect(await take(join!)).toBe(200);
    expect(await participantsOf(db, sessionId)).toContain(cast.ben.id);
  });

  test('belongs to the member who signed in on it last', async () => {
    const { ana, ben } = app().cast;
    const shared = await register(ana, apple.newPhone());
    await register(ben, shared);
    await tellOf(ana);
    expect(apple.received).toEqual([]);
    await tellOf(ben);
    expect(apple.received).toHaveLength(1);
  });

  test('gets nothing after its sign-in has ended, and has one token for a sign-in', async () => {
    const { ben } = app().cast;
    const token = await app().tokenFor(ben);
    await register(ben, apple.newPhone(), token);
    const renewed = await register(ben, apple.newPhone(), token);
    expect(await registered()).toEqual([renewed.token]);
    await app().with(token).logout({ body: {} });
    expect(await registered()).toEqual([]);
  });

  test('is removed by its member alone', async () => {
    const { ana, ben } = app().cast;
    const { token } = await register(ben, apple.newPhone());
    await (await app().as(ana)).deletePushDevice({ body: { token } });
    expect(await registered()).toEqual([token]);
    expect((await (await app().as(ben)).deletePushDevice({ body: { token } })).status).toBe(204);
    expect(await registered()).toEqual([]);
  });

  test("is refused for an app that the settings don't name or have no key for, and for what is no token", async () => {
    const client = await app().as(app().cast.ben);
    const save = async (body: object) => (await client.savePushDevice({ body: body as never })).error.code;
    for (const phone of [apple.newPhone(), firebase.newPhone()]) {
      expect(await save({ ...phone, app_id: 'app.other' })).toBe('push_app_unknown');
      for (const token of ['', 'https://evil.example/x', '../../3/device', 'x'.repeat(501), 7])
        expect(await save({ ...phone, token })).toBe('validation_failed');
    }
    expect(await save({ ...apple.newPhone(), app_id: 'app.without-key' })).toBe('push_app_unknown');
    expect(await save({ ...apple.newPhone(), platform: 'web' })).toBe('validation_failed');
    expect(await registered()).toEqual([]);
  });
});
