import type { Page } from '@playwright/test';
import { expect, expectAccessible, forgetSignIn, newAddress, test } from '../fixtures.ts';

/** Signs in on the provider's own page. */
async function beAt(page: Page, email: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
}

const leaveFor = (page: Page, provider: 'Google' | 'Apple') =>
  page.getByRole('button', { name: `Continue with ${provider}` }).click();

test('registers with Google and a code, then signs in with Google', { tag: '@desktop' }, async ({ page }) => {
  const email = newAddress('Gia.Moreau').toLowerCase();
  await page.goto('/login');
  await leaveFor(page, 'Google');
  await beAt(page, email);
  await expect(page).toHaveURL(/\/register\/google-complete$/);
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByText('An invite code is required to complete registration')).toBeVisible();
  await page.getByLabel('Invite code').fill('nosuchcode');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toHaveText('Invalid or expired invite code.');
  await page.getByLabel('Invite code').fill('ironharbour');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Complete registration' }).click();
  await expect(page.getByText('Please select a location')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('radio', { name: /Barangaroo/ }).check();
  await page.getByRole('button', { name: 'Complete registration' }).dblclick();
  await expect(page).toHaveURL(/\/app$/);
  await page.getByRole('button', { name: 'Skip for now' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/gia/i);

  await forgetSignIn(page);
  await page.goto('/login');
  await leaveFor(page, 'Google');
  await beAt(page, email);
  await expect(page).toHaveURL(/\/app$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/gia/i);
});

test('registers with Apple and a code', { tag: '@drill' }, async ({ page }) => {
  const email = newAddress('apple').toLowerCase();
  await page.goto('/i/org/NIGHTSHIFT');
  await page.getByRole('button', { name: 'Join Now' }).click();
  await leaveFor(page, 'Apple');
  await beAt(page, email);
  await expect(page).toHaveURL(/\/register\/apple-complete$/);
  await expect(page.getByText('Joining Night Shift Athletics')).toBeVisible();
  await page.getByLabel('First name').fill('');
  await page.getByLabel('Last name').fill('');
  await page.getByRole('button', { name: 'Complete registration' }).click();
  await expect(page.getByText('First name is required')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('First name').fill('Aki');
  await page.getByLabel('Last name').fill('Mori');
  await page.getByRole('button', { name: 'Complete registration' }).click();
  await expect(page).toHaveURL(/\/app$/);
  await expect(page.getByText('Night Shift Shoreditch').first()).toBeVisible();
  await forgetSignIn(page);
  await page.goto('/login');
  await leaveFor(page, 'Apple');
  await beAt(page, email);
  await expect(page).toHaveURL(/\/app$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Aki');
});

test('links a known email only with its password and unlinks it', { tag: ['@desktop', '@drill'] }, async ({
  page,
  newMember,
}) => {
  const { email, password } = await newMember();
  await page.goto('/login');
  await leaveFor(page, 'Google');
  await beAt(page, email);
  await expect(page).toHaveURL(/\/login\?.*link_google=true/);
  await expect(page.getByText('Sign in with your password to link your Google account.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const google = dialog.getByRole('listitem').filter({ hasText: 'Google' });
  await google.getByLabel('Current password').fill('not this');
  await google.getByRole('button', { name: 'Link Google' }).click();
  await expect(google.getByRole('alert')).toHaveText('Your current password is incorrect.');
  await google.getByLabel('Current password').fill(password);
  await google.getByRole('button', { name: 'Link Google' }).click();
  await expect(google.getByText('Linked', { exact: true })).toBeVisible();
  await google.getByRole('button', { name: 'Unlink' }).click();
  await google.getByLabel('Current password').fill(password);
  await google.getByRole('button', { name: 'Unlink Google' }).click();
  await expect(google.getByText('Not linked')).toBeVisible();
});

test('says when a social sign-in was cancelled or never started', { tag: ['@desktop', '@drill'] }, async ({ page }) => {
  await page.goto('/login');
  await leaveFor(page, 'Apple');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toHaveText('Sign in was cancelled');
  await leaveFor(page, 'Google');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to sign in with Google');
  await page.goto('/login?code=stolen&state=of-somebody-else');
  await expect(page.getByRole('alert')).toHaveText('Failed to sign in with Google');
  await expect(page).toHaveURL(/\/login$/);
  for (const path of ['/register/google-complete', '/register/apple-complete']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
  }
  await page.route('**/api/v1/auth/methods/', (route) => route.fulfill({ json: { google: null, apple: null } }));
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Have an invite code?' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Continue with/ })).toHaveCount(0);
});
