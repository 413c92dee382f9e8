import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { refreshFigures } from '@spotter/server/features/analytics/index.ts';
import { refreshMemberRisks } from '@spotter/server/features/retention/index.ts';
import type { AnyJob } from '@spotter/server/platform/jobs/define.ts';
import type pg from 'pg';
import type { Answering } from '../floor/floor-process.ts';
import { median, percentile } from '../measure.ts';
import type { Person } from '../signed-in.ts';

/** Milliseconds for what an owner of a large gym asks for. */
export type OwnersCall = { title: string; p50: number; p95: number };
export type Owning = { members: number; asked: number; loadAverage: number; calls: OwnersCall[] };

const MEMBERS = 50_000;
const SESSIONS = 26_000;
const ASKED = 60;
const LONGEST_WAIT = 20 * 60_000;
const ORGANIZATION = '01900000-0000-7000-8000-00000000b05a';

const id = (kind: string, n: string) => `('0193${kind}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const gym = (n: string) => id('0001', n);
const user = (n: string) => id('0002', n);
const session = (n: string) => id('0003', n);

/** Three locations, a year of sessions with eight people each, and members who came over three years. */
const statements = [
  'set statement_timeout = 0',
  `insert into organizations (id, name) values ('${ORGANIZATION}', 'A gym of fifty thousand')`,
  `insert into gyms (organization_id, id, name, address, timezone) select '${ORGANIZATION}', ${gym('g')}, 'Location ' || g,
      '1 Long Street', (array['Europe/London', 'Europe/Berlin', 'America/New_York'])[g] from generate_series(1, 3) g`,
  `insert into users (id, organization_id, role, email, email_verified, first_name, last_name, default_gym_id, current_gym_id,
      password_hash, last_seen_at, created_at)
    select ${user('n')}, '${ORGANIZATION}', case n when 1 then 'org_admin' else 'regular_user' end, 'owned-' || n || '@gym.example', true,
      (array['Ana', 'Ben', 'Cleo', 'Dov', 'Eve', 'Finn', 'Olga', 'Sam'])[n % 8 + 1], 'Number ' || n, ${gym('n % 3 + 1')}, ${gym('n % 3 + 1')},
      'x', now() - n % 90 * interval '1 day', now() - (n * 7919 % 1095) * interval '1 day'
    from generate_series(1, ${MEMBERS}) n`,
  `insert into user_gyms (organization_id, user_id, gym_id, created_at)
    select '${ORGANIZATION}', id, default_gym_id, created_at from users where organization_id = '${ORGANIZATION}'`,
  `insert into logins (id, user_id, method, user_agent, expires_at)
    values (gen_random_uuid(), ${user('1')}, 'password', 'bench', now() + interval '30 days')`,
  `insert into sessions (organization_id, id, gym_id, creator_id, workout_type, title, starts_at, ends_at)
    select '${ORGANIZATION}', ${session('s')}, ${gym('s % 3 + 1')}, ${user(`2 + s * 7919 % ${MEMBERS - 1}`)},
      (array['strength', 'cardio', 'classes', 'sports', 'flexibility'])[s % 5 + 1], 'Session ' || s, starts, starts + interval '1 hour'
    from generate_series(1, ${SESSIONS}) s, lateral (select date_trunc('hour', now()) - (s % 365) * interval '1 day'
      - (s * 31 % 15) * interval '1 hour' as starts) t`,
  `insert into session_participants (organization_id, session_id, user_id, attended)
    select distinct '${ORGANIZATION}'::uuid, ${session('s')}, ${user(`2 + (s * 7919 + p * 631) % ${MEMBERS - 1}`)}, p % 9 <> 7
    from generate_series(1, ${SESSIONS}) s, generate_series(0, 7) p`,
  'vacuum analyze',
];

const calls = [
  ...['dashboard', 'org-dashboard', 'summary', 'popular-times', 'workout-types', 'trends', 'retention'].map(
    (name) => `/analytics/${name}/?range=12m`,
  ),
  `/analytics/gym-dashboard/?range=12m&gym_id=${'01930001-0000-7000-8000-000000000001'}`,
  '/analytics/at-risk/',
  '/admin/users/',
  '/admin/users/?page=1500',
  '/admin/users/?order=last_seen',
  '/admin/users/?search=olga%20number%204',
];

type SignIn = (wanted: { howMany: number; organizationId: string; role: 'org_admin' }) => Promise<Person[]>;

const queue = (pool: pg.Pool, { name }: AnyJob) =>
  pool.query(
    `select enqueue_job(identifier => $1, payload => '{}', run_at => null, max_attempts => 1, job_key => null)`,
    [name],
  );

async function until(pool: pg.Pool, what: string, text: string): Promise<void> {
  const began = performance.now();
  while ((await pool.query(text)).rows.length === 0) {
    if (performance.now() - began > LONGEST_WAIT) throw new Error(`${what} took too long.`);
    await sleep(500);
  }
  console.log(`  ${what} in ${Math.round((performance.now() - began) / 1000)} s`);
}

/** The owner asks for one thing after the other, so a time is the call's own and not that of a queue. */
export async function measureOwners(server: Answering, pool: pg.Pool, signIn: SignIn): Promise<Owning> {
  for (const text of statements) await pool.query(text);
  await queue(pool, refreshFigures);
  await until(
    pool,
    'figures counted',
    `select where not exists (select from analytics_changes where organization_id = '${ORGANIZATION}')`,
  );
  await queue(pool, refreshMemberRisks);
  await until(pool, 'risks computed', `select from member_risk_runs where organization_id = '${ORGANIZATION}'`);
  await pool.query('vacuum analyze');
  const [owner] = await signIn({ howMany: 1, organizationId: ORGANIZATION, role: 'org_admin' });
  const ask = async (path: string) => {
    const began = performance.now();
    const answer = await fetch(`${server.url}/api/v1${path}`, { headers: { authorization: `Bearer ${owner?.token}` } });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${text}`);
    return performance.now() - began;
  };
  const measured: OwnersCall[] = [];
  for (const path of calls) {
    for (let round = 0; round < 10; round += 1) await ask(path);
    const took: number[] = [];
    for (let round = 0; round < ASKED; round += 1) took.push(await ask(path));
    measured.push({ title: `GET ${path}`, p50: median(took), p95: percentile(took, 0.95) });
  }
  return { members: MEMBERS, asked: ASKED, loadAverage: loadavg()[0] ?? 0, calls: measured };
}
