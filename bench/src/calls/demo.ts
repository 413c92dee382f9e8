import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { API_ROOT } from '@spotter/contract/api/address.ts';
import type pg from 'pg';
import { median, percentile } from '../measure.ts';

/** Milliseconds from the start of a demo until its home screen has its data. */
export type DemoStarts = {
  title: string;
  visitors: number;
  p50: number;
  p95: number;
  goal: number;
  loadAverage: number;
};

const VISITORS = 50;
const PREPARED_MS = 3_000;
/** Each is built, two at a time, and nobody is turned away: the last one waits no longer than the server lets it. */
const UNPREPARED_MS = 25_000;
/** Some turns of the job that fills the stock, on a machine that is busy with other things. */
const LONGEST_FILL = 900_000;

async function untilStocked(pool: pg.Pool, wanted: number): Promise<void> {
  for (const deadline = performance.now() + LONGEST_FILL; performance.now() < deadline; await sleep(500)) {
    const { rows } = await pool.query<{ ready: number }>('select count(*)::int as ready from demo_stock');
    if ((rows[0]?.ready ?? 0) >= wanted) return;
  }
  throw new Error(`There were not ${wanted} sandboxes after ${LONGEST_FILL / 1000} seconds.`);
}

async function visit(url: string): Promise<number> {
  const began = performance.now();
  const started = await fetch(`${url}${API_ROOT}/demo/start/`, { method: 'POST' });
  if (started.status !== 201) throw new Error(`A demo answered ${started.status}: ${await started.text()}`);
  const { access_token } = (await started.json()) as { access_token: string };
  const home = await fetch(`${url}${API_ROOT}/home/`, { headers: { authorization: `Bearer ${access_token}` } });
  if (!home.ok) throw new Error(`Home answered ${home.status}.`);
  await home.arrayBuffer();
  return performance.now() - began;
}

async function atOnce(url: string, title: string, goal: number): Promise<DemoStarts> {
  const times = await Promise.all(Array.from({ length: VISITORS }, () => visit(url)));
  const figures = { p50: median(times), p95: percentile(times, 0.95), loadAverage: loadavg()[0] ?? Number.NaN };
  return { title, visitors: VISITORS, goal, ...figures };
}

/** Fifty visitors start at once from a full stock, then from an empty one. */
export async function measureDemos({ url }: { url: string }, pool: pg.Pool): Promise<DemoStarts[]> {
  // As many as the configuration keeps ready.
  await untilStocked(pool, VISITORS);
  const stocked = await atOnce(url, `with ${VISITORS} prepared`, PREPARED_MS);
  await pool.query('delete from organizations where id in (select organization_id from demo_stock)');
  return [stocked, await atOnce(url, 'with none prepared', UNPREPARED_MS)];
}
