import type { Page } from '@playwright/test';
import { type CastName, expect, test } from './fixtures.ts';

/** Asks for an address without waiting for a page that may send the visitor on before it has loaded. */
const visit = (page: Page, path: string) => page.goto(path, { waitUntil: 'commit' });

test('whoever is not signed in is asked to sign in', { tag: '@desktop' }, async ({ page }) => {
  for (const path of ['/app', '/app/calendar', '/app/session-join', '/onboarding', '/admin', '/super-admin/demo']) {
    await visit(page, path);
    await expect(page, path).toHaveURL(/\/login$/);
  }
});

test('addresses of old, unknown addresses, and what they say go along', { tag: '@phone' }, async ({ page }) => {
  for (const [from, to] of [
    ['/join/IRONHARBOUR?utm=poster', '/i/org/IRONHARBOUR?utm=poster'],
    ['/invite/nobody?ref=x', '/i/friend/nobody?ref=x'],
    ['/sessions/shared/nothing?ref=abc', '/i/session/nothing?ref=abc'],
    ['/no/such/page', '/'],
    ['/?app=true', '/login'],
  ] as const) {
    await visit(page, from);
    await expect(page, from).toHaveURL(to);
  }
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
  test(`${name} is sent where ${name} belongs`, { tag: '@desktop' }, async ({ page, signInAs }) => {
    await signInAs(name);
    for (const [from, to] of ways) {
      await visit(page, from);
      await expect(page, from).toHaveURL(to);
    }
  });

test('an admin of one house finds no other', { tag: '@desktop' }, async ({ page, signInAs }) => {
  await signInAs('finn');
  await page.goto('/admin/organizations/0190a0b0-0000-7000-8000-000000000000');
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Iron Harbour');
});
