import { loadavg } from 'node:os';
import { refreshTrainingFacts } from '@spotter/server/features/friends/index.ts';
import { connect } from '@spotter/server/platform/db/connect.ts';
import { insertGymRows, planDemoGym } from '@spotter/server/simulator/index.ts';
import type pg from 'pg';
import type { Answering } from '../floor/floor-process.ts';
import { median, percentile } from '../measure.ts';
import { untilJobsAreDone } from '../server-process.ts';
import type { Person } from '../signed-in.ts';

/** Milliseconds for one member's suggestions in a large gym. */
export type Suggesting = { members: number; asked: number; loadAverage: number; p50: number; p95: number };

const MEMBERS = 10_000;
/** Suggestions look back eight weeks. */
const WEEKS = 9;
const ASKED = 400;

/** A simulated gym: popular hours are full, circles of friends are dense, and some members come every day. */
async function fillLargeGym(databaseUrl: string): Promise<string> {
  const { db, close } = connect(databaseUrl, { max: 1, onError: () => {} });
  const { organizationId, chunks } = planDemoGym({
    ...{ kind: 'barbell_club', world: 'ordinary', members: MEMBERS, weeks: WEEKS, gyms: 1 },
    ...{ seed: 1, tag: 1, now: new Date() },
  });
  for (const { rows } of chunks()) await db.transaction().execute((tx) => insertGymRows(tx, rows));
  await close();
  return organizationId;
}

/** What the simulator doesn't make: sign-ins, and thirty suggestions seen by everybody. */
const statements = [
  `insert into logins (id, user_id, method, user_agent, expires_at)
    select gen_random_uuid(), id, 'password', 'bench', now() + interval '30 days' from users where organization_id = $1`,
  `with people as materialized (
    select id, row_number() over (order by id) as n, count(*) over () as people from users
    where organization_id = $1 and role = 'regular_user'
  )
  insert into friend_suggestions (organization_id, user_id, suggested_id, first_shown_on, last_shown_on, shown_days, acted_on)
  select $1, me.id, other.id, current_date - 20, current_date - k % 15 - 1, 1 + k % 5, case when k % 6 = 0 then current_date - 3 end
  from people me cross join generate_series(1, 30) k join people other on other.n = 1 + (me.n + k * 331) % me.people and other.id <> me.id`,
];

type Step = [text: string, values?: unknown[]];

/** On one connection: the pool closes those that are idle while the gym is filled, and opens others with its usual limit. */
async function runUnlimited(pool: pg.Pool, steps: Step[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    for (const [text, values] of steps) await client.query(text, values);
  } finally {
    client.release(true);
  }
}

type SignIn = (wanted: { howMany: number; organizationId: string }) => Promise<Person[]>;

/** Members of one gym ask one after the other, so the time is the call's own and not that of a queue. */
export async function measureSuggestions(
  server: Answering,
  databaseUrl: string,
  pool: pg.Pool,
  signIn: SignIn,
): Promise<Suggesting> {
  const organizationId = await fillLargeGym(databaseUrl);
  await runUnlimited(pool, [...statements.map((text): Step => [text, [organizationId]]), ['vacuum analyze']]);
  await pool.query(
    `select enqueue_job(identifier => $1, payload => '{}', run_at => null, max_attempts => 1, job_key => null)`,
    [refreshTrainingFacts.name],
  );
  await untilJobsAreDone(pool);
  await runUnlimited(pool, [['vacuum analyze']]);
  const people = await signIn({ howMany: ASKED, organizationId });
  const took: number[] = [];
  const ask = async ({ token }: Person) => {
    const began = performance.now();
    const answer = await fetch(`${server.url}/api/v1/friends/suggestions/`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const text = await answer.text();
    if (!answer.ok || JSON.parse(text).results.length === 0) throw new Error(`Suggestions answered ${text}`);
    return performance.now() - began;
  };
  for (const person of people.slice(0, 40)) await ask(person);
  for (const person of people) took.push(await ask(person));
  const loadAverage = loadavg()[0] ?? 0;
  return { members: MEMBERS, asked: took.length, loadAverage, p50: median(took), p95: percentile(took, 0.95) };
}
