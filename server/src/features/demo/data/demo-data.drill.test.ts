import { expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import { tracesOf } from '#testing/databases/traces.ts';

const app = useTestApp();

/** `DEMO_DATA=large` makes the gym that has to be there within a minute; it needs two idle cores. */
const isLarge = process.env.DEMO_DATA === 'large';
const [members, weeks] = isLarge ? [2000, 26] : [300, 8];
const MOST_SECONDS = 60;

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
  if (isLarge) expect(seconds).toBeLessThan(MOST_SECONDS);
  const from = performance.now();
  await admin.removeDemoData({ params: { jobId: queued.id } });
  await app().runJobs();
  console.log(`removed in ${((performance.now() - from) / 1000).toFixed(1)} s`);
  expect(await tracesOf(app().db, made.organization_id!)).toEqual([]);
});
