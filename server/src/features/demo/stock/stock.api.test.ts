import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import { endDemos } from '../demo.jobs.ts';
import { fillDemoStock } from './stock.jobs.ts';

const app = useTestApp({ DEMO_STOCK: '2', DEMO_LIMIT: '8' });

const perform = (job: typeof fillDemoStock | typeof endDemos) => {
  const { db, connection, config, files, log } = app();
  const ctx = { db, inside: connection.inside, databaseUrl: '', config, files, log, mail: undefined as never };
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

test('throws away what is too old, and hands it to nobody', async () => {
  const old = await stock();
  await sql`update demo_stock set made_at = now() - interval '46 minutes'`.execute(app().db);
  await sql`update organizations set demo_expires_at = now() where id = any(${old})`.execute(app().db);
  const { organizationId } = await start();
  expect(old).not.toContain(organizationId);
  await perform(endDemos);
  expect((await demos()).filter((id) => old.includes(id))).toEqual([]);
});
