import type { Page } from '@playwright/test';
import { type CastName, expect, goInApp, test } from '../fixtures.ts';

/** It is left before the page has loaded: what it loads is looked at elsewhere. */
const load = (page: Page, path: string): Promise<unknown> => page.goto(path, { waitUntil: 'commit' });

/** Where an address leads. */
async function leads(page: Page, from: string, to: string | RegExp, go = load) {
  await go(page, from);
  await expect(page, from).toHaveURL(to);
}

/** The same for many addresses: the first is loaded, and the app goes to the others unless they are outside of it. */
async function allLead(page: Page, ways: [from: string, to: string | RegExp][]) {
  for (const [place, [from, to]] of ways.entries())
    await leads(page, from, to, place === 0 || from === '/' ? load : goInApp);
}

test('asks signed-out visitors to sign in', { tag: '@desktop' }, async ({ page }) => {
  const closed = ['/app', '/app/calendar', '/app/session-join', '/onboarding', '/admin', '/super-admin/demo'];
  await allLead(
    page,
    closed.map((path) => [path, /\/login$/]),
  );
});

test('redirects old and unknown addresses and keeps their query', async ({ page }) => {
  for (const [from, to] of [
    ['/join/IRONHARBOUR?utm=poster', '/i/org/IRONHARBOUR?utm=poster'],
    ['/invite/nobody?ref=x', '/i/friend/nobody?ref=x'],
    ['/sessions/shared/nothing?ref=abc', '/i/session/nothing?ref=abc'],
    ['/?app=true', '/login'],
    ['/no/such/page', '/'],
  ] as const) {
    await leads(page, from, to);
  }
  // The address changes before the landing page has loaded; closing the window in between sometimes hangs.
  await expect(page.getByRole('link', { name: 'try the demo' })).toBeVisible();
  await page.waitForLoadState();
});

const places: [CastName, [from: string, to: string][]][] = [
  [
    'cleo',
    [
      ['/login', '/app'],
      ['/register', '/app'],
      ['/', '/app'],
      ['/no/such/page', '/app'],
      ['/admin', '/app'],
      ['/admin/users', '/app'],
      ['/super-admin', '/app'],
      ['/onboarding', '/app'],
      ['/app/session-join', '/app'],
      ['/app/session-share', '/app'],
      ['/app/friend-invite', '/app'],
      ['/app/platform-invite', '/app'],
    ],
  ],
  [
    'olga',
    [
      ['/login', '/admin'],
      ['/onboarding', '/admin'],
      ['/super-admin', '/app'],
    ],
  ],
  ['finn', [['/login', '/admin']]],
  [
    'sam',
    [
      ['/login', '/super-admin/organizations'],
      ['/super-admin', '/super-admin/organizations'],
      ['/admin', '/super-admin/organizations'],
      ['/onboarding', '/super-admin/organizations'],
    ],
  ],
];

for (const [name, ways] of places)
  test(`sends ${name} to their own area`, { tag: '@desktop' }, async ({ page, signInAs }) => {
    await signInAs(name);
    await allLead(page, ways);
  });

test('keeps an admin out of other organizations', { tag: '@desktop' }, async ({ page, signInAs }) => {
  await signInAs('finn');
  const other = '0190a0b0-0000-7000-8000-000000000000';
  await page.goto(`/admin/organizations/${other}`);
  await expect(page).toHaveURL(/\/admin\/organizations\/[\w-]+\/dashboard$/);
  expect(page.url()).not.toContain(other);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Iron Harbour');
});
