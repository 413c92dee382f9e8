import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

/** What the page asks for, and the bytes of its scripts as they travel. */
function overhear(page: Page) {
  const asked: string[] = [];
  const sizes: Promise<number>[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('.js')) sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  const kilobytes = async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000;
  return { asked, scripts: () => asked.filter((path) => path.endsWith('.js')), kilobytes };
}

test('a member gets the first screen in few files and asks for nothing twice', async ({ page, signInAs }) => {
  await signInAs('ana');
  const { asked, scripts, kilobytes } = overhear(page);
  await page.goto('/app');
  await expect(page.getByRole('heading', { name: 'Sessions you can join' })).toBeVisible();
  await expect.poll(() => asked).toContain('/api/v1/events/');

  // Two of them bring the cards of an invitation and of a session that is just over, if there is one; another offers to
  // install the app.
  expect(scripts().length).toBeLessThan(12);
  expect(await kilobytes()).toBeLessThan(180);
  // What follows the stream is read because of live events, which other tests cause. How many faces there are depends
  // on the hour of the sample gym.
  const faces = asked.filter((path) => path.startsWith('/files/'));
  const beforeStream = asked.slice(0, asked.indexOf('/api/v1/events/')).filter((path) => !faces.includes(path));
  expect(beforeStream.length + new Set(faces).size).toBeLessThan(30);
  // Sent by the page itself, before the app's files have run; home's answer serves all of its lists.
  const calls = asked.filter((path) => path.startsWith('/api/'));
  expect(calls[0]).toBe('/api/v1/home/');
  expect(asked.indexOf('/api/v1/home/')).toBeLessThan(asked.findIndex((path) => path.endsWith('.js')));
  // What follows the stream is read because of live events.
  const first = calls.slice(0, calls.indexOf('/api/v1/events/'));
  expect(first.filter((path) => path === '/api/v1/home/')).toHaveLength(1);
  expect(
    first.filter((path) => /users\/me|config|sessions\/$|suggestions|notifications|preferences|cursor/.test(path)),
  ).toEqual([]);
});

/** Keeps the app's own file back until the returned function is called. */
async function holdApp(page: Page) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/start-*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test("a member sees the outline of home in the gym's colors until the app runs", async ({ page, signInAs }) => {
  await signInAs('eve');
  await page.goto('/app');
  const sessions = page.getByRole('heading', { name: 'Sessions you can join' });
  await expect(sessions).toBeVisible();
  await page.waitForFunction(() => localStorage.getItem('theme_colors'));
  const release = await holdApp(page);
  await page.reload({ waitUntil: 'commit' });
  const outline = page.locator('#first-screen');
  await expect(outline).toBeVisible();
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  release();
  await expect(sessions).toBeVisible();
  await expect(outline).toHaveCount(0);
});

test("a member reads home's texts before the app's files have arrived", async ({ page, signInAs }) => {
  await signInAs('ana');
  const release = await holdApp(page);
  const answer = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/v1/home/');
  await page.goto('/app', { waitUntil: 'commit' });
  const { at_gym } = await (await answer).json();
  const titles: string[] = [...at_gym.mine.results.slice(0, 1), ...at_gym.joinable.results.slice(0, 3)].map(
    ({ title }) => title,
  );
  expect(titles.length).toBeGreaterThan(0);
  const outline = page.locator('#first-screen');
  for (const title of titles) await expect(outline.getByText(title, { exact: true }).first()).toBeVisible();
  release();
  await expect(outline).toHaveCount(0);
});

test("a server that answers late doesn't keep the app's files back", async ({ page, signInAs }) => {
  await signInAs('ana');
  const file = page.waitForRequest(/\/assets\/start-[^/]*\.js/);
  await page.route('**/api/v1/home/', async (route) => {
    await file;
    await route.continue();
  });
  await page.goto('/app', { waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: 'Notifications' }).first()).toBeVisible();
  await expect(page.locator('#first-screen')).toHaveCount(0);
});

test("the browser compiles the first screen's files while they arrive", async ({ page, request }) => {
  const { scripts } = overhear(page);
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Sign in to Spotter' })).toBeVisible();
  const first = scripts().filter((path) => /(framework|start|login)-/.test(path));
  expect(first).toHaveLength(3);
  for (const path of first) {
    const [line] = (await (await request.get(path)).text()).split('\n', 1);
    expect(line, path).toBe('//# allFunctionsCalledOnLoad');
  }
});

test('a visitor sees no outline of home', async ({ page }) => {
  const release = await holdApp(page);
  await page.goto('/app', { waitUntil: 'commit' });
  const outline = page.locator('#first-screen');
  await expect(outline).toBeAttached();
  await expect(outline).toBeHidden();
  release();
  await expect(page).toHaveURL(/\/login/);
});

test('the sign-in screen comes in few and small files', async ({ page }) => {
  const { scripts, kilobytes } = overhear(page);
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Sign in to Spotter' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(scripts().length).toBeLessThan(6);
  expect(await kilobytes()).toBeLessThan(110);
});
