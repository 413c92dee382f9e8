/** `npm run screenshots` recreates the pictures under docs/screenshots/ from the running app with its sample data. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { ensureChromium } from '../../scripts/chromium.ts';

await import('../../scripts/build.ts');

const root = join(import.meta.dirname, '..', '..');
const folder = join(root, 'docs', 'screenshots');
const dataDir = mkdtempSync(join(tmpdir(), 'spotter-screenshots-'));
const landingPicture = join(root, 'web', 'public', 'landing', 'home.jpg');
mkdirSync(folder, { recursive: true });

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

const viewports = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };
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

async function open(browser: Browser, person: string | null, size: 'phone' | 'desktop') {
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

async function take(browser: Browser, { person, path, name, press }: Picture, size: 'phone' | 'desktop') {
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
  await page.clock.setFixedTime(moment);
  await page.route('**/api/v1/sessions/?*', (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('from', moment);
    return route.continue({ url: url.href });
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
  for (const picture of pictures) for (const size of ['phone', 'desktop'] as const) await take(browser, picture, size);
  await takeLandingPicture(browser);
  await compose(browser);
  await browser.close();
} finally {
  const ended = new Promise((end) => server.once('exit', end));
  server.kill('SIGTERM');
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
}
