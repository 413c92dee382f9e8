/**
 * `npm run screenshots` recreates the pictures under docs/screenshots/ and those of the admin guides from the running app
 * with its sample data. `npm run screenshots -- guides` makes those of the guides alone.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { ensureChromium } from '../../scripts/chromium.ts';
import type { GuideId } from '../../web/src/routes/shells/guide-of.ts';
import { sentAt, setClocks } from './clocks.ts';

await import('../../scripts/build.ts');

const root = join(import.meta.dirname, '..', '..');
const folder = join(root, 'docs', 'screenshots');
const dataDir = mkdtempSync(join(tmpdir(), 'spotter-screenshots-'));
const guideFolder = join(root, 'web', 'src', 'routes', 'admin', 'help', 'pictures');
const landingPicture = join(root, 'web', 'public', 'landing', 'home.jpg');
for (const each of [folder, guideFolder]) mkdirSync(each, { recursive: true });

const port = await new Promise<number>((found) => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const { port } = probe.address() as { port: number };
    probe.close(() => found(port));
  });
});
const base = `http://127.0.0.1:${port}`;
const server = spawn(process.execPath, [join(root, 'server/src/main.ts')], {
  env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'error' },
  stdio: ['ignore', 'ignore', 'inherit'],
});

const viewports = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
  guide: { width: 1120, height: 760 },
};
type Size = keyof typeof viewports;
/** The viewer (null: a visitor), the page, what they press there, and the picture's name. */
type Picture = { person: string | null; path: string; name: string; press?: (page: Page) => Promise<void> };

async function openNext(page: Page) {
  await page.getByRole('region', { name: 'Your next session' }).getByRole('heading').click();
  await page.getByRole('dialog').getByRole('article').waitFor();
}
async function openCreate(page: Page) {
  await page.getByRole('button', { name: 'Create', exact: true }).filter({ visible: true }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create session' }).waitFor();
}

const pictures: Picture[] = [
  { person: null, path: '/', name: 'landing' },
  { person: null, path: '/login', name: 'login' },
  { person: null, path: '/register/gym', name: 'register-gym' },
  { person: 'ana', path: '/app', name: 'home' },
  { person: 'eve', path: '/app', name: 'home-dark' },
  { person: 'ana', path: '/app/calendar', name: 'calendar' },
  { person: 'ana', path: '/app', name: 'session', press: openNext },
  { person: 'ana', path: '/app', name: 'create-session', press: openCreate },
  { person: 'olga', path: '/admin', name: 'admin' },
];

/** What each guide shows: Olga's page below her organization, and what she presses there. */
const guides: Record<GuideId, { page: string; press?: (page: Page) => Promise<void> }> = {
  dashboard: { page: 'dashboard' },
  'members-at-risk': { page: 'members-at-risk' },
  users: { page: 'users' },
  'import-members': { page: 'users/import' },
  locations: { page: 'gyms' },
  'opening-hours': { page: 'gyms/GYM/hours' },
  'invite-codes': { page: 'invite-codes' },
  'session-types': { page: 'session-types' },
  theme: { page: 'theme' },
  announcements: { page: 'announcements' },
  reports: {
    page: 'reports',
    press: async (page) => {
      await page.getByRole('list', { name: 'Reports' }).getByRole('button').first().click();
      await page.getByRole('dialog').getByRole('group', { name: 'What would you like to do?' }).waitFor();
    },
  },
  'audit-log': { page: 'audit-log' },
  moving: {
    page: 'moving',
    press: async (page) => {
      await page.getByRole('button', { name: 'Export everything' }).click();
      await page.getByRole('button', { name: /^Download the export/ }).waitFor({ timeout: 120_000 });
    },
  },
};

const accounts = (): { email: string; password: string }[] =>
  JSON.parse(readFileSync(join(dataDir, 'sample-accounts.json'), 'utf8'));

/** Signed in, with the tour finished, because it would cover the screen. */
async function signedIn(person: string) {
  const { email, password } = accounts().find((account) => account.email.startsWith(`${person}@`)) ?? {};
  const response = await fetch(`${base}/api/v1/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { access_token, refresh_token } = (await response.json()) as Record<string, string>;
  return { access_token, refresh_token };
}

async function open(browser: Browser, person: string | null, size: Size) {
  const context = await browser.newContext({
    viewport: viewports[size],
    deviceScaleFactor: size === 'phone' ? 2 : 1,
    locale: 'en-AU',
    timezoneId: person === 'eve' ? 'Europe/London' : 'Australia/Sydney',
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  if (person) {
    const tokens = await signedIn(person);
    await page.goto(`${base}/api/docs.css`);
    await page.evaluate((auth) => localStorage.setItem('auth', JSON.stringify(auth)), tokens);
  }
  return page;
}

async function take(browser: Browser, { person, path, name, press }: Picture, size: Size) {
  const page = await open(browser, person, size);
  await page.goto(`${base}${path}${person ? '?onboarding=skip' : ''}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await press?.(page);
  await settle(page);
  await page.screenshot({ path: join(folder, `${name}-${size}.jpg`), quality: 86 });
  await page.context().close();
}

async function settle(page: Page) {
  // The live stream keeps the network busy, so visible content decides when the page is complete.
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  await page.evaluate('document.fonts.ready');
  // Pictures load when they scroll into view; those beyond the edge never would.
  await page.evaluate(() => {
    const all = [...document.images];
    for (const image of all) image.loading = 'eager';
    return Promise.all(all.map((image) => image.decode().catch(() => {})));
  });
}

/** Chromium itself turns a picture into WebP, which is a fraction of the size. */
async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
  const address = await page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 0.7);
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}

async function takeGuidePictures(browser: Browser) {
  const { access_token } = await signedIn('olga');
  const headers = { authorization: `Bearer ${access_token}` };
  const me = await fetch(`${base}/api/v1/users/me/`, { headers });
  const { organization, managed_gym_ids } = (await me.json()) as {
    organization: { id: string };
    managed_gym_ids: string[];
  };
  // The server looks for members at risk every ten minutes, for the first time after it has started.
  for (let tries = 0; tries < 140; tries++) {
    const answer = await fetch(`${base}/api/v1/analytics/at-risk/`, { headers });
    if (((await answer.json()) as { count: number }).count > 0) break;
    await new Promise((again) => setTimeout(again, 5_000));
  }
  const blank = await browser.newPage();
  for (const [name, { page: path, press }] of Object.entries(guides)) {
    const page = await open(browser, 'olga', 'guide');
    await page.goto(`${base}/admin/organizations/${organization.id}/${path.replace('GYM', managed_gym_ids[0] ?? '')}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await settle(page);
    await press?.(page);
    await settle(page);
    writeFileSync(join(guideFolder, `${name}.webp`), await asWebp(blank, await page.screenshot({ scale: 'css' })));
    await page.context().close();
  }
}

type Listed = { start_time: { utc: string; local: string } };

/** An hour and a half before one of Ana's sessions, on the busiest afternoon of the coming week. */
async function busyAfternoon(): Promise<string> {
  const { access_token } = await signedIn('ana');
  const list = async (query: string): Promise<Listed[]> => {
    const response = await fetch(`${base}/api/v1/sessions/?page_size=100&${query}`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    return ((await response.json()) as { results: Listed[] }).results;
  };
  const week = await list(`to=${new Date(Date.now() + 8 * 86_400_000).toISOString()}`);
  const afternoons = (await list('mine=true')).filter(({ start_time: { local } }) => /T1[678]:/.test(local));
  const busyness = ({ start_time: { utc, local } }: Listed) =>
    week.filter((other) => other.start_time.local.startsWith(local.slice(0, 10)) && other.start_time.utc >= utc).length;
  const [best] = afternoons.toSorted((one, other) => busyness(other) - busyness(one));
  if (!best) throw new Error('Ana trains on no afternoon of the coming week.');
  return new Date(Date.parse(best.start_time.utc) - 90 * 60_000).toISOString();
}

/** The landing page shows the product on a busy afternoon at any hour of the run: the browser's clock is set to it. */
async function takeLandingPicture(browser: Browser) {
  const moment = await busyAfternoon();
  const page = await open(browser, 'ana', 'phone');
  await setClocks(page, Date.parse(moment));
  await page.route('**/api/v1/home/*', async (route) => {
    const response = await route.fetch();
    const home = (await response.json()) as { at_gym: Record<'mine' | 'joinable' | 'today', { results: Listed[] }> };
    for (const list of [home.at_gym.mine, home.at_gym.joinable, home.at_gym.today])
      list.results = list.results.filter(({ start_time }) => start_time.utc >= moment);
    return route.fulfill({ response, json: home, headers: sentAt(response, Date.parse(moment)) });
  });
  await page.goto(`${base}/app?onboarding=skip`);
  await page.getByRole('region', { name: 'Your next session' }).waitFor();
  await settle(page);
  await page.screenshot({ path: landingPicture, quality: 72, scale: 'css' });
  await page.context().close();
}

/** The picture at the top of the README: the desktop behind the phone in two brands. */
async function compose(browser: Browser) {
  const page = await browser.newPage({ viewport: { width: 1600, height: 920 } });
  const image = (name: string, style: string) =>
    `<img src="data:image/jpeg;base64,${readFileSync(join(folder, `${name}.jpg`), 'base64')}" style="${style}">`;
  const phone =
    'position:absolute;width:290px;border:8px solid #16121f;border-radius:44px;box-shadow:0 30px 60px #2a1a5a55';
  await page.setContent(`<body style="margin:0;background:linear-gradient(135deg,#ede9fe,#ddd6fe)">
    ${image('home-desktop', 'position:absolute;left:60px;top:64px;width:1180px;border-radius:18px;box-shadow:0 30px 80px #2a1a5a33')}
    ${image('home-phone', `${phone};left:915px;top:230px`)}
    ${image('home-dark-phone', `${phone};left:1240px;top:130px`)}</body>`);
  await page.screenshot({ path: join(folder, 'readme.jpg'), quality: 88 });
}

try {
  for (let tries = 0; ; tries++) {
    const ready = await fetch(`${base}/readyz`).catch(() => null);
    if (ready?.ok) break;
    if (tries > 600 || server.exitCode !== null) throw new Error('The server did not start.');
    await new Promise((again) => setTimeout(again, 100));
  }
  const browser = await chromium.launch({
    executablePath: ensureChromium(console.log),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  await takeGuidePictures(browser);
  if (process.argv[2] !== 'guides') {
    for (const picture of pictures)
      for (const size of ['phone', 'desktop'] as const) await take(browser, picture, size);
    await takeLandingPicture(browser);
    await compose(browser);
  }
  await browser.close();
} finally {
  const ended = new Promise((end) => server.once('exit', end));
  server.kill('SIGTERM');
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
}
