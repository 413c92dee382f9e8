import type { PushAction, PushActionName } from '@spotter/contract/notifications/push-message.ts';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { inTransaction, tell } from '#platform/events/tell.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { startPushHost } from '#testing/hosts/push-host.ts';
import { addSession, participantsOf } from '#testing/test-data.ts';
import { type NewNotification, notification } from '../notification.events.ts';

const host = await startPushHost();
afterAll(() => host.stop());
const app = useTestApp({ PUSH_HOSTS: host.origin });

beforeEach(async () => {
  const { db, cast } = app();
  for (const table of ['notifications', 'push_subscriptions', 'notification_settings', 'conversations'] as const)
    await db.deleteFrom(table).execute();
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  host.received.length = 0;
  for (const { id } of [cast.ana, cast.ben])
    await db.insertInto('notification_settings').values({ user_id: id, quiet_hours: false }).execute();
});

/** Ben's browser, signed in with a token of its own. */
async function subscribe(person: CastMember = app().cast.ben) {
  const token = await app().tokenFor(person);
  const client = app().with(token);
  expect((await client.savePushSubscription({ body: host.subscribe() })).status).toBe(204);
  return client;
}

const notify = (told: Omit<NewNotification, 'organizationId'>) =>
  inTransaction(app().db, async (tx) => {
    tell(tx, notification({ organizationId: app().cast.organizations.ironHarbour, ...told }));
  });

/** What the last push offers, by name. */
async function offered(): Promise<Partial<Record<PushActionName, PushAction>>> {
  await app().runJobs();
  return Object.fromEntries(host.received.at(-1)?.message.actions.map((action) => [action.name, action]) ?? []);
}

/** As the worker calls, with nothing but the push. */
async function take(action: PushAction | undefined, { body = {}, path = action?.path ?? '' } = {}) {
  const answer = await app().http.inject({
    method: 'POST',
    url: path,
    headers: { authorization: `Action ${action?.token}` },
    payload: body,
  });
  return { status: answer.statusCode, code: answer.json()?.code as string | undefined };
}

const session = (values: object = {}) => {
  const { cast, db } = app();
  return addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana, title: 'Leg day', ...values });
};

async function messageFromAna() {
  const { ana, ben } = app().cast;
  const client = await app().as(ana);
  const { id } = (await client.openDirectConversation({ body: { user_id: ben.id } })).body;
  await client.sendMessage({ params: { id }, body: { content: 'Six?' } });
  return { id };
}
const textsIn = async (id: string) =>
  (await (await app().as(app().cast.ana)).listMessages({ params: { id } })).body.results.map(({ content }) => content);

test('offers what fits the notification, for its member alone', async () => {
  const { ben } = app().cast;
  await subscribe();
  await messageFromAna();
  expect(Object.keys(await offered())).toEqual(['reply', 'mark_read']);
  expect(host.received.at(-1)?.message.to).toBe(ben.id);
  const sessionId = await session({ with: [ben] });
  await notify({ kind: 'session_starts_soon', to: [ben.id], sessionId, data: { minutes: 15 } });
  expect(Object.keys(await offered())).toEqual(['on_my_way', 'mark_read']);
  await notify({ kind: 'session_changed', to: [ben.id], sessionId });
  expect(Object.keys(await offered())).toEqual(['mark_read']);
});

test('joins, says that one is on the way, and marks read, each once', async () => {
  const { ana, ben } = app().cast;
  const client = await subscribe();
  const invited = await session();
  await notify({ kind: 'session_invite', to: [ben.id], actorId: ana.id, sessionId: invited });
  const { join, mark_read } = await offered();
  expect(await take(join)).toMatchObject({ status: 200 });
  expect(await participantsOf(app().db, invited)).toContain(ben.id);
  // A second use gives the first answer and changes nothing.
  await client.leaveSession({ params: { id: invited }, body: {} });
  expect(await take(join)).toMatchObject({ status: 200 });
  expect(await participantsOf(app().db, invited)).not.toContain(ben.id);
  expect(await take(mark_read)).toMatchObject({ status: 200 });
  expect((await client.getUnreadCount()).body.unread_count).toBe(0);

  const soon = await session({ with: [ben] });
  await notify({ kind: 'session_starts_soon', to: [ben.id], sessionId: soon, data: { minutes: 15 } });
  const { on_my_way } = await offered();
  // The body is the token's.
  expect(await take(on_my_way, { body: { action: 'cant_make_it' } })).toMatchObject({ status: 201 });
  await take(on_my_way);
  const { results } = (await client.listSessionMessages({ params: { id: soon } })).body;
  expect(results.map(({ action }) => action)).toEqual(['on_my_way']);
});

test('sends a reply once, and no other words with the same token', async () => {
  await subscribe();
  const { id } = await messageFromAna();
  const { reply } = await offered();
  expect(await take(reply, { body: { content: 'Seven' } })).toMatchObject({ status: 201 });
  expect(await take(reply, { body: { content: 'Seven' } })).toMatchObject({ status: 201 });
  expect((await take(reply, { body: { content: 'Eight' } })).status).toBeGreaterThanOrEqual(400);
  expect(await textsIn(id)).toEqual(['Seven', 'Six?']);
});

test('is good for one call at one address', async () => {
  const { ben } = app().cast;
  await subscribe();
  const { id } = await messageFromAna();
  const { reply, mark_read } = await offered();
  const other = await session({ with: [ben] });
  for (const path of [`/api/v1/sessions/${other}/leave/`, `/api/v1/conversations/${other}/send_message/`])
    expect(await take(reply, { path, body: { content: 'Seven' } })).toMatchObject({ status: 401 });
  expect(await take(mark_read, { path: reply?.path ?? '', body: { content: 'Seven' } })).toMatchObject({ status: 401 });
  const bearer = await app().http.inject({
    url: '/api/v1/users/me/',
    headers: { authorization: `Bearer ${reply?.token}` },
  });
  expect(bearer.statusCode).toBe(401);
  const access = { name: 'reply', title: '', path: reply?.path ?? '', token: await app().tokenFor(ben) } as const;
  expect(await take(access, { body: { content: 'Seven' } })).toMatchObject({ status: 401 });
  expect(await textsIn(id)).toEqual(['Six?']);
});

test('ends with the sign-in, and with the right to act', async () => {
  const { ana } = app().cast;
  const client = await subscribe();
  await messageFromAna();
  const { reply } = await offered();
  await client.blockUser({ params: { id: ana.id } });
  expect((await take(reply, { body: { content: 'Seven' } })).status).toBeGreaterThanOrEqual(400);
  await client.unblockUser({ params: { id: ana.id } });
  await client.logout({ body: {} });
  expect(await take(reply, { body: { content: 'Seven' } })).toMatchObject({ status: 401, code: 'token_invalid' });
});
