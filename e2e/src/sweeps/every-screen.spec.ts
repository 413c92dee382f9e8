import type { Page } from '@playwright/test';
import { expect, goInApp, test } from '../fixtures.ts';
import { call } from '../planning.ts';
import { addressesIn } from './routes.ts';
import { openWindow, windowsOf } from './windows.ts';

/** Addresses that lead elsewhere, that only a provider's answer leads to, or that show the same as another. */
const others = [
  /^\/(home|demo|join|invite|sessions)\b/,
  /-complete$/,
  /^\/app\/(next-session|share|\w+-(join|share|invite))$/,
  /^\/admin\/(theme|users|organizations|organizations\/[^/]+)$/,
  /^\/super-admin$/,
];
const isScreen = (path: string) => !others.some((pattern) => pattern.test(path));
const screensIn = (area: RegExp, values?: Record<string, string>) => addressesIn(area, values).filter(isScreen);
/** They are pages without the app. */
const isPlain = (path: string) => /^\/($|privacy|terms|community|help)/.test(path);

const markHeadings = (page: Page) =>
  page.evaluate(() => {
    for (const heading of document.querySelectorAll('h1, h2, h3')) heading.setAttribute('data-before', '');
  });

/** Opens each address, until it stands and nothing is loading. The first is loaded, the others are gone to in the app. */
async function open(page: Page, addresses: string[], go: (path: string) => Promise<unknown>) {
  for (const address of addresses)
    await test.step(address, async () => {
      await markHeadings(page);
      await go(address);
      // The screen before stays until this one is ready.
      await expect(page.locator(':is(h1, h2, h3):not([data-before])').first()).toBeVisible();
      await expect(page.locator('#first-screen')).toBeHidden();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    });
}

async function openInApp(page: Page, [first = '', ...rest]: string[]) {
  await open(page, [first], (path) => page.goto(path));
  await open(page, rest, (path) => goInApp(page, path));
}

test.describe('every screen opens without an error', () => {
  test('of a visitor', async ({ page }) => {
    const screens = screensIn(/^(?!\/(app|admin|super-admin|onboarding)\b)/, { type: 'org', code: 'IRONHARBOUR' });
    await open(page, screens.filter(isPlain), (path) => page.goto(path));
    await openInApp(
      page,
      screens.filter((path) => !isPlain(path)),
    );
  });

  test('of a member', async ({ page, signInAs, request }) => {
    const tokens = await signInAs('ana');
    const { results } = await call(request, tokens, '/sessions/?mine=true');
    await openInApp(page, screensIn(/^\/app\b/, { id: results[0].id }));
  });

  test('in the windows of a member', async ({ page, signInAs, tokensOf, request }) => {
    const ana = await signInAs('ana');
    const [ben, cleo, olga] = [await tokensOf('ben'), await tokensOf('cleo'), await tokensOf('olga')];
    const windows = Object.entries(await windowsOf(request, { ana, ben, cleo, olga }));
    await page.goto('/app?onboarding=skip');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Ana');
    for (const [name, several] of windows)
      for (const given of several)
        await test.step(`${name} ${JSON.stringify(given)}`, async () => {
          await openWindow(page, { name, ...given });
          await expect(page.getByRole('dialog').last().getByRole('heading').first()).toBeVisible();
          await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
          await goInApp(page, '/app');
          await expect(page.getByRole('dialog')).toHaveCount(0);
        });
  });

  test('of an owner', async ({ page, signInAs, request }) => {
    const { organization, managed_gym_ids, id } = await call(request, await signInAs('olga'), '/users/me/');
    const values = { guideId: 'locations', orgId: organization.id, gymId: managed_gym_ids[0], userId: id };
    await openInApp(page, screensIn(/^\/admin\b/, values));
  });

  test('of an operator', async ({ page, signInAs }) => {
    await signInAs('sam');
    await openInApp(page, screensIn(/^\/super-admin\b/));
  });
});
