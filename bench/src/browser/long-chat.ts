import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { percentile } from '../measure.ts';
import type { Person } from '../signed-in.ts';
import { launchBrowser, mainThreads, signedInPage, workedSince } from './pages.ts';

/** Milliseconds until a long chat is on the screen, and per frame while it is scrolled. */
export type LongChat = {
  messages: number;
  opened: { clock: number; processor: number | null };
  frame: { p95: number; processor: number | null };
};

const MESSAGES = 100_000;
const FRAMES = 600;
const STEP = 60;
export const NEWEST = 'The newest one';

const group = 'insert into conversations (organization_id, id, kind, name) values ($1, $2, $3, $4)';
const statementsFor = (chat: string, messages: number) => [
  `insert into conversation_members (organization_id, conversation_id, user_id, last_read_seq)
    select $1, '${chat}', id, case when id = $2 then ${messages} else 0 end from (
      (select id from users where organization_id = $1 and id = $2) union all
      (select id from users u where u.organization_id = $1 and id <> $2 and not exists (select from blocks b
        where b.organization_id = $1 and $2 in (b.blocker_id, b.blocked_id)) order by id limit 5)) people`,
  `insert into messages (organization_id, conversation_id, seq, id, sender_id, content, created_at)
    select $1, '${chat}', n, gen_random_uuid(), people[1 + n % array_length(people, 1)],
      case when n = ${messages} then '${NEWEST}' else repeat('Same time tomorrow? ', 1 + n % 7) || n end,
      now() - (${messages} - n) * interval '7 minutes'
    from (select array_agg(user_id) as people from conversation_members where conversation_id = '${chat}' and $2::uuid is not null) p,
      generate_series(1, ${messages}) n`,
];

/** A group of the person and five others, who have written in turns. */
export async function fillChat(pool: pg.Pool, { caller }: Person, name: string, messages: number): Promise<string> {
  const { organizationId, userId } = caller;
  const chat = randomUUID();
  await pool.query('set statement_timeout = 0');
  await pool.query(group, [organizationId, chat, 'group', name]);
  for (const text of statementsFor(chat, messages)) await pool.query(text, [organizationId, userId]);
  return chat;
}

/** Scrolls up, a step a frame, and returns the milliseconds between the frames. */
const scroll = `(async ([frames, step]) => {
  const log = document.querySelector('[role=log]');
  const times = [];
  for (let frame = 0; frame <= frames; frame += 1) {
    times.push(await new Promise(requestAnimationFrame));
    log.scrollTop -= step;
  }
  return times.slice(1).map((time, index) => time - times[index]);
})([${FRAMES}, ${STEP}])`;

/** A member opens a chat of 100,000 messages and scrolls up through what is loaded on the way. */
export async function measureLongChat(url: string, pool: pg.Pool, person: Person): Promise<LongChat> {
  await fillChat(pool, person, 'Years of messages', MESSAGES);
  const browser = await launchBrowser();
  const page = await signedInPage(browser, person);
  await page.goto(`${url}/app?onboarding=skip`);
  await page
    .getByRole('button', { name: /Messages$/ })
    .filter({ visible: true })
    .click();
  const row = page.getByRole('button', { name: /^Years of messages/ });
  await row.waitFor();
  await page.evaluate('new Promise((idle) => requestIdleCallback(idle))');
  const before = await mainThreads(browser);
  const began = performance.now();
  await row.click();
  await page.getByRole('log').getByText(NEWEST).waitFor();
  const clock = performance.now() - began;
  const opened = await mainThreads(browser);
  const frames = (await page.evaluate(scroll)) as number[];
  const scrolled = workedSince(opened, await mainThreads(browser));
  return {
    messages: MESSAGES,
    opened: { clock, processor: workedSince(before, opened) },
    frame: { p95: percentile(frames, 0.95), processor: scrolled === null ? null : scrolled / FRAMES },
  };
}
