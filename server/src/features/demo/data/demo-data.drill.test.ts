import { expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import { tracesOf } from '#testing/traces.ts';

const app = useTestApp();

/** `DEMO_DATA_MEMBERS=2000 DEMO_DATA_WEEKS=26` shows how long a large one takes. */
const members = Number(process.env.DEMO_DATA_MEMBERS ?? 300);
const weeks = Number(process.env.DEMO_DATA_WEEKS ?? 8);

test('makes a chain of gyms with everything in it, and removes it again', { timeout: 300_000 }, async () => {
  const admin = await app().as(app().cast.sam);
  const body = { kind: 'chain', members, weeks, locations: 4, seed: 1 } as const;
  const { body: queued } = await admin.generateDemoData({ body });
  const read = async () => (await admin.getDemoDataJob({ params: { jobId: queued.id } })).body;
  await app().runJobs();
  const made = await read();
  expect(made.status).toBe('done');
  const { started_at, finished_at } = await app()
    .db.selectFrom('demo_data_jobs')
    .select(['started_at', 'finished_at'])
    .where('id', '=', queued.id)
    .executeTakeFirstOrThrow();
  const seconds = (finished_at!.getTime() - started_at!.getTime()) / 1000;
  console.log(`${made.rows_written} rows in ${seconds.toFixed(1)} s`);
  const from = performance.now();
  await admin.removeDemoData({ params: { jobId: queued.id } });
  await app().runJobs();
  console.log(`removed in ${((performance.now() - from) / 1000).toFixed(1)} s`);
  expect(await tracesOf(app().db, made.organization_id!)).toEqual([]);
});
