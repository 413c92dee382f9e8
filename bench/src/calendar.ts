import { chromium, type Page } from '@playwright/test';
import { connect } from '@spotter/server/platform/db/connect.ts';
import { findChromium } from '../../scripts/chromium.ts';
import { afterwards } from './cleanup.ts';
import type { Person } from './people.ts';

/** Milliseconds of the page's own scripts, and of the browser's work on what they made; the middle of several pages. */
export type CalendarWeek = { sessions: number; scripting: number; fastest: number; style: number; layout: number };

const SESSIONS = 300;
const PAGES = 7;
const WEEKS_AHEAD = 6;

/**
 * A week such as a large gym has at its fullest, at the person's own gym: most of it in the evening, each day in turn.
 * Triggers sleep, as for everything that is filled in by the million; the counters are right as they are written.
 */
async function fillWeek(databaseUrl: string, { caller }: Person): Promise<string> {
  const connection = connect(databaseUrl, { max: 1, onError: () => {} });
  const client = await connection.pool.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    const { rows } = await client.query<{ monday: string }>(
      `with place as (
         select u.organization_id, u.current_gym_id as gym_id, u.id as user_id, g.timezone,
           date_trunc('week', now() at time zone g.timezone) + interval '${WEEKS_AHEAD} weeks' as monday
         from users u join gyms g on g.organization_id = u.organization_id and g.id = u.current_gym_id where u.id = $1
       ), others as (
         select array_agg(user_id) as ids from (select x.user_id from user_gyms x join place p
           on p.organization_id = x.organization_id and p.gym_id = x.gym_id and p.user_id <> x.user_id limit 20) few
       ), made as (
         insert into sessions (organization_id, id, gym_id, creator_id, workout_type, title, description, starts_at, ends_at,
           max_participants, current_participants, share_token)
         select p.organization_id, gen_random_uuid(), p.gym_id, o.ids[n % array_length(o.ids, 1) + 1],
           (array['cardio', 'strength', 'classes', 'flexibility', 'sports'])[n % 5 + 1],
           (array['Leg day', 'Harbour loop, 8 km at a talking pace', 'Yoga', 'Row intervals', 'Pads and footwork'])[n * 3 % 5 + 1],
           'Warm up together, then three rounds.', starts, starts + (array[30, 45, 60, 75, 90])[n * 7 % 5 + 1] * interval '1 minute',
           10, 1, md5('calendar ' || n)
         from place p, others o, generate_series(0, $2::int - 1) n, lateral (select (p.monday + n % 7 * interval '1 day'
           + case when n * 37 % 10 < 6 then 17 * 60 + n * 53 % 12 * 15 else 360 + n * 97 % 44 * 15 end * interval '1 minute')
             at time zone p.timezone as starts) t
         returning organization_id, id, creator_id
       ), people as (
         insert into session_participants (organization_id, session_id, user_id)
         select organization_id, id, creator_id from made
       )
       select to_char(monday, 'YYYY-MM-DD') as monday from place`,
      [caller.userId, SESSIONS],
    );
    await client.query('commit');
    if (!rows[0]) throw new Error('Nobody to look at the calendar has a gym.');
    return rows[0].monday;
  } finally {
    client.release(true);
    await connection.close();
  }
}

const weekBefore = (day: string) => new Date(Date.parse(day) - 7 * 86_400_000).toISOString().slice(0, 10);

type Drawn = { ScriptDuration: number; RecalcStyleDuration: number; LayoutDuration: number };

/** What it costs to step to the full week, in a page that has drawn none of it, once its sessions have arrived. */
async function step(page: Page): Promise<Drawn> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable');
  const metrics = async () => {
    const { metrics: list } = await devTools.send('Performance.getMetrics');
    return Object.fromEntries(list.map(({ name, value }) => [name, value * 1000])) as Drawn;
  };
  const before = await metrics();
  await page.getByRole('button', { name: 'Next week' }).click();
  await page.locator('[data-session]').nth(50).waitFor();
  await page.evaluate('new Promise((drawn) => requestIdleCallback(drawn))');
  const after = await metrics();
  const names = ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration'] as const;
  return Object.fromEntries(names.map((name) => [name, after[name] - before[name]])) as Drawn;
}

/** Every session is in the grid or counted beside it. */
async function countSessions(page: Page): Promise<number> {
  const chips = await page.locator('[data-session]').count();
  const more = await page.locator('[data-overflow]').allTextContents();
  return chips + more.reduce((sum, text) => sum + Number(text.replace('+', '')), 0);
}

/** How long a browser's scripts take to draw a calendar week of 300 sessions. */
export async function measureCalendar(url: string, databaseUrl: string, person: Person): Promise<CalendarWeek> {
  const monday = await fillWeek(databaseUrl, person);
  const browser = await chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  afterwards(() => browser.close());
  const drawn: Drawn[] = [];
  let sessions = 0;
  for (let round = 0; round < PAGES; round += 1) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
    await context.addInitScript((access) => localStorage.setItem('access_token', access), person.token);
    const page = await context.newPage();
    const isThere = page.waitForResponse((response) => /sessions\/.*cursor=/.test(response.url()));
    await page.goto(`${url}/app/calendar?view=week&day=${weekBefore(monday)}`);
    await isThere;
    await page.waitForTimeout(1_500);
    drawn.push(await step(page));
    sessions = await countSessions(page);
    await context.close();
  }
  const middle = (name: keyof Drawn) =>
    drawn.map((each) => each[name]).toSorted((one, other) => one - other)[Math.floor(PAGES / 2)] ?? Number.NaN;
  return {
    sessions,
    scripting: middle('ScriptDuration'),
    fastest: Math.min(...drawn.map(({ ScriptDuration }) => ScriptDuration)),
    style: middle('RecalcStyleDuration'),
    layout: middle('LayoutDuration'),
  };
}
