import { expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import { tracesOf } from '#testing/traces.ts';

const app = useTestApp();

test('makes 2,000 members with 26 weeks in under a minute, and removes them again', { timeout: 300_000 }, async () => {
  const admin = await app().as(app().cast.sam);
  const body = { kind: 'chain', members: 2000, weeks: 26, locations: 4, seed: 1 } as const;
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
  expect(seconds).toBeLessThan(60);
  const from = performance.now();
  await admin.removeDemoData({ params: { jobId: queued.id } });
  await app().runJobs();
  console.log(`removed in ${((performance.now() - from) / 1000).toFixed(1)} s`);
  expect(await tracesOf(app().db, made.organization_id!)).toEqual([]);
});
