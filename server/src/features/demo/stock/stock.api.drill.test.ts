import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { fail } from '#platform/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { noLimits } from '#platform/limits.ts';
import { useTestApp } from '#testing/app.ts';
import { countRoundTrips } from '#testing/databases/round-trips.ts';
import { endDemos } from '../demo.jobs.ts';
import { withinDemoLimits } from '../demo-limits.service.ts';
import { fillDemoStock } from './stock.jobs.ts';

const app = useTestApp({ DEMO_STOCK: '2', DEMO_LIMIT: '8' });

const perform = (job: typeof fillDemoStock | typeof endDemos) => {
  const { db, connection, config, files, log } = app();
  const ctx = {
    db,
    inside: connection.inside,
    databaseUrl: '',
    config,
    files,
    log,
    mail: undefined as never,
    push: undefined as never,
  };
  return job.perform({ ...ctx, now: new Date() }, {});
};
const stock = async () =>
  (await app().db.selectFrom('demo_stock').select('organization_id').execute()).map((row) => row.organization_id);
const demos = async () =>
  (await app().db.selectFrom('organizations').select('id').where('is_demo', '=', true).execute()).map(({ id }) => id);

async function start() {
  const { status, body } = await app().visitor.startDemo();
  expect(status).toBe(201);
  const ana = app().with(body.access_token);
  return { ...body, ana, organizationId: (await ana.getMe()).body.organization!.id };
}

beforeEach(async () => {
  await perform(fillDemoStock);
});

test('keeps as many sandboxes ready as wanted, which count nowhere', async () => {
  expect(await stock()).toHaveLength(2);
  const known = await demos();
  await perform(fillDemoStock);
  expect(await demos()).toEqual(known);
  const sam = await app().as(app().cast.sam);
  expect((await sam.getDemoLimits()).body.running).toBe(1);
  expect((await sam.listDemos()).body.count).toBe(0);
  const { results } = (await sam.listOrganizations({ query: { include_demo: true, page_size: 100 } })).body;
  const prepared = await stock();
  expect(results.filter(({ id }) => prepared.includes(id))).toEqual([]);
});

test('hands each out once, for a whole hour, and builds what is missing', async () => {
  const prepared = await stock();
  const started = await Promise.all([start(), start(), start()]);
  const ids = started.map(({ organizationId }) => organizationId);
  expect(new Set(ids).size).toBe(3);
  expect(ids.filter((id) => prepared.includes(id))).toHaveLength(2);
  expect(await stock()).toEqual([]);
  for (const { ana, demo_info } of started) {
    expect(demo_info.persona_name).toBe('Ana Costa');
    expect(Date.parse(demo_info.expires_at) - Date.now()).toBeGreaterThan(59 * 60_000);
    const { session_id } = (await ana.getDemoPath()).body;
    expect((await ana.joinSession({ params: { id: session_id! } })).status).toBe(200);
  }
});

test('opens a prepared one in few round trips, and tells nobody', async () => {
  await start();
  const { db, pool } = app();
  const events = () => db.selectFrom('live_events').select('seq').execute();
  const before = await events();
  const trips = await countRoundTrips(pool, async () => expect((await app().visitor.startDemo()).status).toBe(201));
  expect(trips).toBeLessThanOrEqual(6);
  expect(await events()).toEqual(before);
});

test('a start that a busy server or a full house turns away counts against nobody', async () => {
  const { db, config } = app();
  const drawn: string[] = [];
  const limits = {
    ...noLimits,
    take: async (bucket: string) => void drawn.push(bucket),
    giveBack: async (bucket: string) => void drawn.splice(drawn.indexOf(bucket), 1),
  };
  const ctx = { db, config, limits, ip: '203.0.113.7' } as unknown as Ctx<null>;
  for (const code of ['unavailable', 'demo_failed'] as const)
    await expect(withinDemoLimits(ctx, () => Promise.reject(fail(code)))).rejects.toMatchObject({ code });
  expect(drawn).toEqual([]);
  await withinDemoLimits(ctx, async () => {});
  expect(drawn).toEqual(['demo:203.0.113.7']);
});

test('throws away what is too old, and hands it to nobody', async () => {
  const old = await stock();
  await sql`update demo_stock set made_at = now() - interval '46 minutes'`.execute(app().db);
  await sql`update organizations set demo_expires_at = now() where id = any(${old})`.execute(app().db);
  const { organizationId } = await start();
  expect(old).not.toContain(organizationId);
  await perform(endDemos);
  expect((await demos()).filter((id) => old.includes(id))).toEqual([]);
});
