import { loadavg } from 'node:os';
import type { BrowserContext, CDPSession, Locator, Page } from '@playwright/test';
import type pg from 'pg';
import type { Person } from '../signed-in.ts';
import { bareButton, bareLines, endFrames, go, startFrames, watchAnswer, watchVisit } from './in-page.ts';
import { fillChat, NEWEST } from './long-chat.ts';
import { launchBrowser } from './pages.ts';

type Times = { what: string; times: number[] };
/** Shares of frames that came at least one frame (16.7 ms) and at least two frames too late. */
type Motion = { what: string; frames: number; late: number; veryLate: number; worst: number };

/** What a member feels of the app on a slow phone. Controls are a bare page under the same hand. */
export type Feel = {
  visits: Times[];
  taps: (Times & { isControl: boolean })[];
  motions: Motion[];
  loadAverage: number;
};

const SLOWER = 4;
const VISITS = 7;
const TAPS = 9;
const MESSAGES = 2_000;
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

/** What Chrome's developer tools call slow 4G. */
const slow4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };
const fast = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
const networks = [
  { what: 'on a fast network', conditions: fast },
  { what: 'with answers after 3 s', conditions: { ...fast, latency: 3_000 } },
  { what: 'offline', conditions: { ...fast, offline: true } },
];

/** The app's policy forbids Playwright to evaluate texts again and again inside the page. */
async function until(page: Page, expression: string): Promise<void> {
  while (!(await page.evaluate(expression))) await page.waitForTimeout(200);
}

type Visit = { paint: number; texts: number; home: number };

async function measureVisits(url: string, page: Page, devTools: CDPSession): Promise<Times[]> {
  await page.goto(`${url}/app?onboarding=skip`);
  await until(page, 'navigator.serviceWorker.controller !== null');
  await page.addInitScript(watchVisit);
  const visits: Visit[] = [];
  // Chromium keeps the compiled code of files that it has loaded a few times.
  for (let round = -3; round < VISITS; round += 1) {
    await page.goto(`${url}/healthz`);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await devTools.send('Network.emulateNetworkConditions', slow4G);
    await page.goto(`${url}/app`, { waitUntil: 'commit' });
    await until(page, 'visit.home && visit.paint');
    if (round >= 0) visits.push((await page.evaluate('visit')) as Visit);
  }
  await devTools.send('Network.emulateNetworkConditions', fast);
  return [
    { what: 'the first paint', times: visits.map(({ paint }) => paint) },
    { what: "home's first texts", times: visits.map(({ texts }) => texts) },
    { what: 'all of its first screen', times: visits.map(({ home }) => home) },
  ];
}

async function centerOf(what: Locator): Promise<{ x: number; y: number }> {
  const box = await what.boundingBox();
  if (!box) throw new Error('What the finger wants is not on the screen.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Milliseconds from the finger's lift to the end of the frame in which the button has changed. */
async function tap(page: Page, devTools: CDPSession, button: Locator): Promise<number> {
  const at = await centerOf(button);
  await page.evaluate(watchAnswer(at));
  await devTools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  await devTools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  return (await page.evaluate('answered')) as number;
}

type Session = { id: string; is_participant: boolean; current_participants: number; max_participants: number };

async function sessionsToJoin(url: string, { token }: Person): Promise<string[]> {
  const answer = await fetch(`${url}/api/v1/sessions/?joinable=true&limit=50`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { results } = (await answer.json()) as { results: Session[] };
  return results
    .filter((one) => !one.is_participant && one.current_participants < one.max_participants)
    .map(({ id }) => id);
}

async function measureTaps(url: string, page: Page, devTools: CDPSession, person: Person) {
  const sessions = await sessionsToJoin(url, person);
  if (sessions.length < TAPS * networks.length) throw new Error('There are not enough sessions to join.');
  await page.goto(`${url}/app`);
  const taps: Feel['taps'] = [];
  for (const { what, conditions } of networks) {
    const times: number[] = [];
    for (let round = 0; round < TAPS; round += 1) {
      await page.evaluate(go(`/app/sessions/${sessions.pop()}`));
      const join = page.getByRole('button', { name: 'Join', exact: true }).filter({ visible: true }).first();
      await join.waitFor();
      await page.waitForTimeout(500);
      await devTools.send('Network.emulateNetworkConditions', conditions);
      times.push(await tap(page, devTools, join));
      await devTools.send('Network.emulateNetworkConditions', fast);
      await page
        .getByRole('button', { name: 'Join', exact: true })
        .filter({ visible: true })
        .waitFor({ state: 'hidden' });
    }
    taps.push({ what: `Join ${what}`, times, isControl: false });
  }
  await page.goto(`${url}/healthz`);
  await page.evaluate(bareButton);
  const times: number[] = [];
  for (let round = 0; round < TAPS; round += 1) times.push(await tap(page, devTools, page.locator('button')));
  taps.push({ what: 'a button on a bare page', times, isControl: true });
  return taps;
}

/** The frames that the page makes while `move` goes on. */
async function framesDuring(page: Page, what: string, move: () => Promise<unknown>): Promise<Motion> {
  await page.evaluate(startFrames);
  await move();
  const times = (await page.evaluate(endFrames)) as number[];
  const apart = times.slice(1).map((time, index) => time - (times[index] ?? time));
  // Half a frame of tolerance: the screen's beat is not exact.
  const share = (frames: number) => apart.filter((time) => time > (frames + 0.5) * (1000 / 60)).length / apart.length;
  return { what, frames: apart.length, late: share(1), veryLate: share(2), worst: Math.max(...apart) };
}

type Point = { x: number; y: number };
const STEP_MS = 12;

type Hand = { page: Page; devTools: CDPSession };

/** Puts a finger down, moves it through the distances from there, a step at a time, and lifts it. Looks at the screen halfway. */
async function slide({ page, devTools }: Hand, from: Point, distances: number[], look = async () => {}): Promise<void> {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    devTools.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [from]);
  for (const [step, distance] of distances.entries()) {
    await touch('touchMove', [{ x: from.x, y: from.y + distance }]);
    await page.waitForTimeout(STEP_MS);
    if (step === Math.floor(distances.length / 2)) await look();
  }
  await touch('touchEnd', []);
}

const swipe = Array.from({ length: 25 }, (_, step) => (step + 1) * 16);
/** Down and up again, three times, and never far enough to close anything. */
const drag = Array.from({ length: 180 }, (_, step) => 100 - 100 * Math.cos((step / 60) * 2 * Math.PI));

async function scroll(hand: Hand): Promise<void> {
  for (let time = 0; time < 8; time += 1) await slide(hand, { x: 195, y: 260 }, swipe);
}

async function measureMotions(url: string, page: Page, devTools: CDPSession, pool: pg.Pool, person: Person) {
  const motions: Motion[] = [];
  const chat = await fillChat(pool, person, 'A year of messages', MESSAGES);
  await page.goto(`${url}/app?open=messages&id=${chat}`);
  const log = page.getByRole('log', { name: 'Chat' });
  await log.getByText(NEWEST).waitFor();
  await page.waitForTimeout(1_000);
  motions.push(await framesDuring(page, 'scrolling a long chat up', () => scroll({ page, devTools })));
  if (await log.getByText(NEWEST).isVisible()) {
    const { y } = (await log.getByText(NEWEST).boundingBox()) ?? { y: 0 };
    if (y < 2 * phone.viewport.height) throw new Error(`The chat did not scroll: its newest message is at ${y}.`);
  }

  await page.goto(`${url}/app?open=friends`);
  const sheet = page.getByRole('dialog').first();
  await sheet.waitFor();
  await page.waitForTimeout(1_500);
  const { x, y } = (await sheet.boundingBox()) ?? { x: 0, y: 0 };
  let lowest = y;
  const look = async () => {
    lowest = (await sheet.boundingBox())?.y ?? y;
  };
  motions.push(
    await framesDuring(page, 'dragging a sheet down and up', () =>
      slide({ page, devTools }, { x: x + 195, y: y + 12 }, drag, look),
    ),
  );
  if (lowest - y < 20) throw new Error('The sheet did not follow the finger.');

  await page.goto(`${url}/healthz`);
  await page.evaluate(bareLines);
  motions.push(await framesDuring(page, 'scrolling a bare page of 500 lines', () => scroll({ page, devTools })));
  return motions;
}

async function signedInPhone(url: string, { token }: Person): Promise<BrowserContext> {
  const browser = await launchBrowser();
  const context = await browser.newContext({ ...phone, serviceWorkers: 'allow' });
  const page = await context.newPage();
  await page.goto(`${url}/healthz`);
  await page.evaluate(`localStorage.setItem('access_token', '${token}')`);
  return context;
}

/** A repeat visit, taps and movements on a phone whose processor is slowed four times. */
export async function measureFeel(url: string, pool: pg.Pool, person: Person): Promise<Feel> {
  const context = await signedInPhone(url, person);
  const page = context.pages()[0] ?? (await context.newPage());
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.enable');
  const visits = await measureVisits(url, page, devTools);
  const taps = await measureTaps(url, page, devTools, person);
  const motions = await measureMotions(url, page, devTools, pool, person);
  await context.close();
  return { visits, taps, motions, loadAverage: loadavg()[0] ?? Number.NaN };
}
