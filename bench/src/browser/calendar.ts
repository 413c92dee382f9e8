import type { Browser, Page } from '@playwright/test';
import type pg from 'pg';
import { median } from '../measure.ts';
import type { Person } from '../signed-in.ts';
import { launchBrowser, mainThreads, signedInPage, workedSince } from './pages.ts';

/** Median scripting time per page in milliseconds: processor time where the system reports it, and wall-clock time. */
export type CalendarWeek = { sessions: number; processor: number | null; clock: number };

const SESSIONS = 300;
const PAGES = 7;
const WEEKS_AHEAD = 6;

/** A full week at the member's own gym, as busy as a large gym gets: mostly evenings, spread over all days. */
const weekOfSessions = `with gym as (
    select u.organization_id, u.current_gym_id as gym_id, u.id as user_id, g.timezone,
      date_trunc('week', now() at time zone g.timezone) + interval '${WEEKS_AHEAD} weeks' as monday
    from users u join gyms g on g.organization_id = u.organization_id and g.id = u.current_gym_id where u.id = $1
  ), others as (
    select array_agg(user_id) as ids from (select x.user_id from user_gyms x join gym p
      on p.organization_id = x.organization_id and p.gym_id = x.gym_id and p.user_id <> x.user_id
      where not exists (select from blocks b where b.organization_id = p.organization_id
        and p.user_id in (b.blocker_id, b.blocked_id) and x.user_id in (b.blocker_id, b.blocked_id)) limit 20) few
  )
  insert into sessions (organization_id, id, gym_id, creator_id, workout_type, title, description, starts_at, ends_at,
    max_participants, share_token)
  select p.organization_id, gen_random_uuid(), p.gym_id, o.ids[n % array_length(o.ids, 1) + 1],
    (array['cardio', 'strength', 'classes', 'flexibility', 'sports'])[n % 5 + 1],
    (array['Leg day', 'Harbour loop, 8 km at a talking pace', 'Yoga', 'Row intervals', 'Pads and footwork'])[n * 3 % 5 + 1],
    'Warm up together, then three rounds.', starts, starts + (array[30, 45, 60, 75, 90])[n * 7 % 5 + 1] * interval '1 minute',
    10, md5('calendar ' || n)
  from gym p, others o, generate_series(0, $2::int - 1) n, lateral (select (p.monday + n % 7 * interval '1 day'
    + case when n * 37 % 10 < 6 then 17 * 60 + n * 53 % 12 * 15 else 360 + n * 97 % 44 * 15 end * interval '1 minute')
      at time zone p.timezone as starts) t
  returning id, to_char((select monday from gym), 'YYYY-MM-DD') as monday`;

const theirHosts = `insert into session_participants (organization_id, session_id, user_id)
  select organization_id, id, creator_id from sessions where id = any($1::uuid[])`;

async function fillWeek(pool: pg.Pool, { caller }: Person): Promise<string> {
  const { rows } = await pool.query<{ id: string; monday: string }>(weekOfSessions, [caller.userId, SESSIONS]);
  await pool.query(theirHosts, [rows.map(({ id }) => id)]);
  if (!rows[0]) throw new Error('No member of the measured database has a gym.');
  return rows[0].monday;
}

const weekBefore = (day: string) => new Date(Date.parse(day) - 7 * 86_400_000).toISOString().slice(0, 10);

type Drawn = { clock: number; processor: number | null };

/** Cost of stepping to the full week in a page that has not drawn it yet, once its sessions have arrived. */
async function step(browser: Browser, page: Page): Promise<Drawn> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable');
  const metrics = async () => {
    const { metrics: list } = await devTools.send('Performance.getMetrics');
    const at = (wanted: string) => (list.find(({ name }) => name === wanted)?.value ?? 0) * 1000;
    return { script: at('ScriptDuration'), task: at('TaskDuration') };
  };
  const threadsBefore = await mainThreads(browser);
  const before = await metrics();
  await page.getByRole('button', { name: 'Next week' }).click();
  await page.locator('[data-session]').nth(50).waitFor();
  await page.evaluate('new Promise((drawn) => requestIdleCallback(drawn))');
  const after = await metrics();
  const clock = after.script - before.script;
  // Its processor time is scaled the same way as the wall-clock time.
  const share = clock / (after.task - before.task);
  const worked = workedSince(threadsBefore, await mainThreads(browser));
  return { clock, processor: worked === null ? null : worked * share };
}

/** Every session is either in the grid or counted next to it. */
async function countSessions(page: Page): Promise<number> {
  const chips = await page.locator('[data-session]').count();
  const more = await page.locator('[data-overflow]').allTextContents();
  return chips + more.reduce((sum, text) => sum + Number(text.replace('+', '')), 0);
}

/** Measures how long a browser's scripts take to draw a calendar week of 300 sessions. */
export async function measureCalendar(url: string, pool: pg.Pool, person: Person): Promise<CalendarWeek> {
  const monday = await fillWeek(pool, person);
  const browser = await launchBrowser();
  const drawn: Drawn[] = [];
  let sessions = 0;
  for (let round = 0; round < PAGES; round += 1) {
    const page = await signedInPage(browser, person);
    const isThere = page.waitForResponse((response) => /sessions\/.*cursor=/.test(response.url()));
    await page.goto(`${url}/app/calendar?view=week&day=${weekBefore(monday)}`);
    await isThere;
    await page.waitForTimeout(1_500);
    drawn.push(await step(browser, page));
    sessions = await countSessions(page);
    await page.context().close();
  }
  if (sessions !== SESSIONS) throw new Error(`${sessions} sessions are on the calendar and should be ${SESSIONS}.`);
  const processors = drawn.map(({ processor }) => processor).filter((time) => time !== null);
  return {
    sessions,
    processor: processors.length > 0 ? median(processors) : null,
    clock: median(drawn.map(({ clock }) => clock)),
  };
}
