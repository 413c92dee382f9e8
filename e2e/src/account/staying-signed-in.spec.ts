import type { Request } from '@playwright/test';
import { expect, storeTokens, test } from '../fixtures.ts';

test('refreshes an expired token once for many calls', { tag: '@desktop' }, async ({ page, signInAs }) => {
  const tokens = await signInAs('dov');
  const refreshes: number[] = [];
  const refused = new Set<string>();
  page.on('response', (response) => {
    if (response.url().endsWith('/auth/refresh/')) refreshes.push(response.status());
    else if (response.status() === 401) refused.add(new URL(response.url()).pathname);
  });
  await storeTokens(page, { ...tokens, access_token: `${tokens.access_token.slice(0, -8)}AAAAAAAA` });
  await page.goto('/app/calendar');
  await expect(page.getByRole('heading', { name: 'Calendar' })).toBeVisible();
  await expect(page.getByRole('button', { name: /spots? left|Full|You're in/i }).first()).toBeVisible();
  expect(refreshes).toEqual([200]);
  expect(refused.size).toBeGreaterThan(1);
  const stored = await page.evaluate(() => ({ ...localStorage }));
  expect(stored.refresh_token).not.toBe(tokens.refresh_token);
  expect(JSON.parse(stored.auth ?? '{}').access_token).toBe(stored.access_token);
});

test('clears an expired sign-in and goes to the sign-in screen', async ({ page, signInAs }) => {
  const tokens = await signInAs('dov');
  await storeTokens(page, { access_token: `${tokens.access_token}x`, refresh_token: 'spent' });
  await page.goto('/app');
  await expect(page).toHaveURL(/\/login$/);
  for (const key of ['auth', 'access_token', 'refresh_token'])
    expect(await page.evaluate((name) => localStorage.getItem(name), key)).toBeNull();
});

test('keeps a pending invite after the sign-in expired', async ({ page, signInAs }) => {
  await signInAs('dov');
  await page.goto('/app');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Dov');
  await page.evaluate(() => {
    sessionStorage.setItem('pendingFriendInvite', 'somebody');
    localStorage.setItem('auth', JSON.stringify({ access_token: 'x', refresh_token: 'y' }));
    // At once: a call in the background may find out as well, and the page would be gone before a click.
    document.querySelector<HTMLAnchorElement>('nav[aria-label="Main"] a[href="/app/calendar"]')?.click();
  });
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => sessionStorage.getItem('pendingFriendInvite'))).toBe('somebody');
});

test('shows public pages signed out when the sign-in is over, and keeps the invite', { tag: '@drill' }, async ({
  page,
  signInAs,
}) => {
  const tokens = await signInAs('dov');
  for (const path of ['/i/org/IRONHARBOUR', '/nominate', '/help', '/privacy-policy']) {
    await storeTokens(page, { access_token: `${tokens.access_token}x`, refresh_token: 'spent' });
    await page.goto(path);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('auth'))).toBeNull();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await page.goto('/i/org/IRONHARBOUR');
  await page.getByRole('button', { name: 'Join Now' }).click();
  await expect(page).toHaveURL(/\/register$/);
  await expect(page.getByText('Joining Iron Harbour')).toBeVisible();
});

test('follows another account that signs in in another tab', { tag: ['@desktop', '@drill'] }, async ({
  page,
  context,
  signInAs,
  newMember,
  tokensOf,
}) => {
  await signInAs(await newMember());
  await page.goto('/app/calendar');
  await expect(page.getByRole('heading', { name: 'Calendar' })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/healthz');
  const dov = await tokensOf('dov');
  const writtenToDov: string[] = [];
  const record = (request: Request) => {
    const isDov = request.headers().authorization === `Bearer ${dov.access_token}`;
    if (isDov && request.method() !== 'GET') writtenToDov.push(request.url());
  };
  page.on('request', record);
  // The page that loads anew is Dov's own and may write.
  page.once('framenavigated', () => page.off('request', record));
  await storeTokens(other, dov);
  const notice = page.getByText(/^You're now signed in as Dov/);
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Profile', exact: true }).filter({ visible: true }).click();
  await expect(page.getByLabel('First name')).toHaveValue('Dov');
  expect(writtenToDov).toEqual([]);

  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(notice).toBeHidden();
});

test('stays signed in without a connection and recovers', { tag: ['@desktop', '@drill'] }, async ({
  page,
  signInAs,
  faults,
}) => {
  faults.expected.push(/Failed to load resource/, /ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
  await signInAs('dov');
  await page.route('**/api/v1/**', (route) => route.abort());
  await page.goto('/app');
  await expect(page.getByRole('heading', { name: "Can't reach Spotter" })).toBeVisible();
  await expect(page.getByText("You're still signed in. Check your connection and try again.")).toBeVisible();
  await page.unroute('**/api/v1/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Dov');

  await page.route('**/api/v1/sessions/**', (route) => route.abort());
  await page.goto('/app/calendar');
  await expect(page.getByText("Couldn't load the calendar")).toBeVisible();
  await page.unroute('**/api/v1/sessions/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
});

test('signs out in every tab', { tag: '@desktop' }, async ({ page, context, signInAs, newMember }) => {
  await signInAs(await newMember());
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto('/app');
    await expect(tab.getByRole('heading', { level: 1 })).toContainText('Noor');
  }
  await page.bringToFront();
  await page.getByRole('button', { name: 'Profile', exact: true }).filter({ visible: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login$/);
});
