import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import { tracesOf } from '#testing/databases/traces.ts';

// Before the server starts: what visitors try is written every few seconds.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterAll(() => {
  vi.useRealTimers();
});
const app = useTestApp();
const sam = () => app().as(app().cast.sam);

async function start() {
  const { status, body } = await app().visitor.startDemo();
  expect(status).toBe(201);
  const client = app().with(body.access_token);
  const organizationId = (await client.getMe()).body.organization!.id;
  const line = await app()
    .db.selectFrom('demo_sessions')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return { ...body, client, organizationId, id: line.id };
}

const audited = async () =>
  (
    await app()
      .db.selectFrom('audit_log')
      .select(['action', 'actor_id', 'target_id', 'data'])
      .where('action', 'like', 'demo.%')
      .orderBy('created_at')
      .execute()
  ).map(({ actor_id, ...entry }) => {
    expect(actor_id).toBe(app().cast.sam.id);
    return entry;
  });

beforeEach(async () => {
  await app().db.deleteFrom('audit_log').where('action', 'like', 'demo.%').execute();
});

describe('the list of demos', () => {
  test('shows the newest first, by pages', async () => {
    const [older, newer] = [await start(), await start()];
    const admin = await sam();
    const first = (await admin.listDemos({ query: { page_size: 1 } })).body;
    expect(first.results).toMatchObject([{ id: newer.id, persona_name: 'Ana Costa', ended_at: null }]);
    expect(first.results[0]?.expires_at).toBe(newer.demo_info.expires_at);
    expect(first.count).toBeGreaterThanOrEqual(2);
    const second = (await admin.listDemos({ query: { page: 2, page_size: 1 } })).body;
    expect(second.results.map(({ id }) => id)).toEqual([older.id]);
  });

  test('counts what a visitor opens and does, by area and without anything they wrote', async () => {
    const { client, id } = await start();
    const session = (await client.listSessions()).body.results.find(({ can_join }) => can_join)!;
    await client.getSession({ params: { id: session.id } });
    await client.getSession({ params: { id: session.id } });
    await client.joinSession({ params: { id: session.id } });
    await client.getUnreadCount();
    // A refused call shows nothing that was tried.
    expect((await client.getSession({ params: { id: newId() } })).status).toBe(404);
    const admin = await sam();
    const tried = async () => (await admin.listDemos()).body.results.find((demo) => demo.id === id)?.tried;
    expect(await tried()).toEqual([]);
    vi.advanceTimersByTime(5_000);
    await expect.poll(tried).toEqual([
      {
        area: 'sessions',
        screens: [
          { call: 'getSession', count: 2 },
          { call: 'listSessions', count: 1 },
        ],
        actions: [{ call: 'joinSession', count: 1 }],
      },
    ]);
    await client.getSession({ params: { id: session.id } });
    vi.advanceTimersByTime(5_000);
    await expect.poll(async () => (await tried())?.[0]?.screens[0]).toEqual({ call: 'getSession', count: 3 });
  });
});

describe('ending demos', () => {
  test('ends one: the visitor is out at the next call, and only the line stays', async () => {
    const [one, other] = [await start(), await start()];
    const admin = await sam();
    expect((await admin.deleteDemo({ params: { id: one.id } })).status).toBe(204);
    expect((await one.client.getMe()).error).toMatchObject({ code: 'token_invalid' });
    const renewed = await app().visitor.refresh({ body: { refresh: one.refresh_token } });
    expect(renewed.error.code).toBe('refresh_invalid');
    await app().runJobs();
    expect(await tracesOf(app().db, one.organizationId)).toEqual([]);
    const line = (await admin.listDemos()).body.results.find(({ id }) => id === one.id);
    expect(line?.ended_at).not.toBeNull();
    const { ip } = await app()
      .db.selectFrom('demo_sessions')
      .select('ip')
      .where('id', '=', one.id)
      .executeTakeFirstOrThrow();
    expect(ip).toBeNull();
    expect((await other.client.getMe()).status).toBe(200);
    expect(await audited()).toEqual([{ action: 'demo.ended', target_id: one.id, data: {} }]);
  });

  test('answers 404 for a demo that has ended or never was', async () => {
    const { id } = await start();
    const admin = await sam();
    const answers = await Promise.all([admin.deleteDemo({ params: { id } }), admin.deleteDemo({ params: { id } })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
    const unknown = await admin.deleteDemo({ params: { id: newId() } });
    expect([unknown.status, unknown.error.code]).toEqual([404, 'demo_not_found']);
  });

  test('ends all', async () => {
    const started = [await start(), await start()];
    const admin = await sam();
    const running = (await admin.listDemos()).body.results.filter(({ ended_at }) => ended_at === null).length;
    expect((await admin.deleteAllDemos()).body).toEqual({ deleted: running });
    for (const { client } of started) expect((await client.getMe()).status).toBe(401);
    await app().runJobs();
    for (const { organizationId } of started) expect(await tracesOf(app().db, organizationId)).toEqual([]);
    expect((await admin.deleteAllDemos()).body).toEqual({ deleted: 0 });
    expect((await audited()).map(({ action, data }) => [action, data])).toEqual([
      ['demo.all_ended', { demos: running }],
      ['demo.all_ended', { demos: 0 }],
    ]);
  });
});

describe('the limits', () => {
  test('are shown, changed and restored', async () => {
    const admin = await sam();
    const { running, version, ...defaults } = (await admin.getDemoLimits()).body;
    expect(defaults).toEqual({ at_once: 200, per_address: 5, default_at_once: 200, default_per_address: 5 });
    const changed = await admin.updateDemoLimits({ body: { at_once: running, per_address: 2 } });
    expect(changed.body).toMatchObject({ ...defaults, running, at_once: running, per_address: 2 });
    const refused = await app().visitor.startDemo();
    expect(refused.error).toMatchObject({ code: 'demo_failed', error: 'Failed to start demo session' });
    const restored = await admin.updateDemoLimits({ body: { at_once: null, per_address: null } });
    expect(restored.body).toEqual({ ...defaults, running, version });
    expect((await app().visitor.startDemo()).status).toBe(201);
    expect((await audited()).map(({ data }) => data)).toEqual([
      { at_once: running, per_address: 2 },
      { at_once: null, per_address: null },
    ]);
  });

  test('of two operators, the second is told what the first set', async () => {
    const admin = await sam();
    const { version } = (await admin.getDemoLimits()).body;
    const set = (per_address: number, seen = version) =>
      admin.updateDemoLimits({ body: { at_once: null, per_address, version: seen } });
    const both = await Promise.all([set(3), set(4)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = both.find(({ status }) => status === 409)!;
    expect(refused.error.code).toBe('changed_meanwhile');
    const stored = (refused.body as unknown as { current_version: string }).current_version;
    expect((await admin.getDemoLimits()).body.version).toBe(stored);
    expect((await set(5, stored)).status).toBe(200);
  });

  test('out of range are refused by name', async () => {
    const { status, error } = await (await sam()).updateDemoLimits({ body: { at_once: -1, per_address: 0 } });
    expect([status, Object.keys(error.details ?? {}).sort()]).toEqual([400, ['at_once', 'per_address']]);
  });
});
