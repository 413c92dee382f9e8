import { loadavg } from 'node:os';
import { refreshTrainingFacts } from '@spotter/server/features/friends/index.ts';
import type pg from 'pg';
import type { Answering } from '../floor/floor-process.ts';
import { median, percentile } from '../measure.ts';
import { untilJobsAreDone } from '../server-process.ts';
import type { Person } from '../signed-in.ts';

/** Milliseconds for one member's suggestions in a large gym. */
export type Suggesting = { members: number; asked: number; loadAverage: number; p50: number; p95: number };

const MEMBERS = 10_000;
const ASKED = 400;
const ORGANIZATION = '01900000-0000-7000-8000-00000000b16a';
const GYM = '01900000-0000-7000-8000-00000000b16b';

/** Ids that sort like the numbers; a twentieth of the members has joined in the last four weeks. */
const user = (n: string) => `('01910000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const session = (n: string) => `('01920000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const pick = (values: readonly string[], n: string) =>
  `(array[${values.map((value) => `'${value}'`)}])[${n} % ${values.length} + 1]`;

/** Eight members meet in each of 20,000 sessions of the last eight weeks; everybody has ten friends and has seen thirty suggestions. */
const statements = [
  `insert into organizations (id, name) values ('${ORGANIZATION}', 'One large gym')`,
  `insert into gyms (organization_id, id, name, address, timezone)
    values ('${ORGANIZATION}', '${GYM}', 'The large one', '1 Long Street', 'Europe/London')`,
  `insert into users (id, organization_id, role, email, email_verified, first_name, last_name, fitness_level, goals,
      favourite_workouts, preferred_times, default_gym_id, current_gym_id, created_at)
    select ${user('n')}, '${ORGANIZATION}', 'regular_user', 'large-' || n || '@gym.example', true, 'Member', 'Number ' || n,
      ${pick(['beginner', 'intermediate', 'advanced'], 'n')}, array[${pick(['Get stronger', 'Meet people', 'Lose weight'], 'n')}],
      array[${pick(['strength', 'cardio', 'sports', 'classes'], 'n')}], array[${pick(['morning', 'midday', 'evening'], 'n')}],
      null, null, case when n % 20 = 0 then now() - interval '1 week' else now() - interval '1 year' end
    from generate_series(1, ${MEMBERS}) n`,
  `insert into user_gyms (organization_id, user_id, gym_id)
    select '${ORGANIZATION}', ${user('n')}, '${GYM}' from generate_series(1, ${MEMBERS}) n`,
  `insert into logins (id, user_id, method, user_agent, expires_at)
    select gen_random_uuid(), ${user('n')}, 'password', 'bench', now() + interval '30 days' from generate_series(1, ${MEMBERS}) n`,
  `insert into sessions (organization_id, id, gym_id, creator_id, workout_type, title, starts_at, ends_at)
    select '${ORGANIZATION}', ${session('s')}, '${GYM}', ${user(`1 + s * 7919 % ${MEMBERS}`)},
      ${pick(['strength', 'cardio', 'classes', 'sports'], 's')}, 'Session ' || s, starts, starts + interval '1 hour'
    from generate_series(1, 20000) s, lateral (select date_trunc('hour', now()) - (s % 56 + 1) * interval '1 day'
      + (6 + s % 15) * interval '1 hour' as starts) t`,
  `insert into session_participants (organization_id, session_id, user_id)
    select distinct '${ORGANIZATION}'::uuid, ${session('s')}, ${user(`1 + (s * 7919 + p * 631) % ${MEMBERS}`)}
    from generate_series(1, 20000) s, generate_series(0, 7) p`,
  `insert into friendships (organization_id, id, user_low_id, user_high_id)
    select '${ORGANIZATION}', gen_random_uuid(), ${user('n')}, ${user('n + k * 97')}
    from generate_series(1, ${MEMBERS}) n, generate_series(1, 5) k where n + k * 97 <= ${MEMBERS}`,
  `insert into friend_suggestions (organization_id, user_id, suggested_id, reasons, first_shown_on, last_shown_on, shown_days, acted_on)
    select '${ORGANIZATION}', ${user('n')}, ${user(`1 + (n + k * 331) % ${MEMBERS}`)}, array[${pick(['hours', 'level', 'goals'], 'k')}],
      current_date - 20, current_date - k % 15 - 1, 1 + k % 5, case when k % 6 = 0 then current_date - 3 end
    from generate_series(1, ${MEMBERS}) n, generate_series(1, 30) k`,
  'vacuum analyze',
];

type SignIn = (wanted: { howMany: number; organizationId: string }) => Promise<Person[]>;

/** Members of one gym ask one after the other, so the time is the call's own and not that of a queue. */
export async function measureSuggestions(server: Answering, pool: pg.Pool, signIn: SignIn): Promise<Suggesting> {
  await pool.query('set statement_timeout = 0');
  for (const text of statements) await pool.query(text);
  await pool.query(
    `select enqueue_job(identifier => $1, payload => '{}', run_at => null, max_attempts => 1, job_key => null)`,
    [refreshTrainingFacts.name],
  );
  await untilJobsAreDone(pool);
  await pool.query('vacuum analyze');
  const people = await signIn({ howMany: ASKED, organizationId: ORGANIZATION });
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
