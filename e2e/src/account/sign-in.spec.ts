import type { Page } from '@playwright/test';
import { accountOf, expect, forgetSignIn, test } from '../fixtures.ts';
import { tracesIn } from '../traces.ts';

const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });
const passwordField = (page: Page) => page.getByLabel('Password', { exact: true });

test('signs in after mistakes and signs out without traces', async ({ page }) => {
  const { email, password } = accountOf('ben');
  const logins: string[] = [];
  page.on('request', (request) => request.url().endsWith('/auth/login/') && logins.push(request.method()));
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Sign in to Spotter' })).toBeVisible();

  await signInButton(page).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();
  await page.getByLabel('Email').fill('ben at home');
  await expect(page.getByText('Invalid email address')).toBeVisible();
  expect(logins).toEqual([]);

  await page.getByLabel('Email').fill(email);
  await passwordField(page).fill('not the password');
  await signInButton(page).click();
  await expect(page.getByRole('alert')).toHaveText('Incorrect email or password.');
  await expect(page.getByLabel('Email')).toHaveValue(email);

  await passwordField(page).fill(password);
  await signInButton(page).dblclick();
  await expect(page).toHaveURL(/\/app$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ben');
  expect(logins).toHaveLength(2);

  await page.getByRole('button', { name: 'Profile', exact: true }).filter({ visible: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  const left = await tracesIn(page);
  // Everything except the gym of this sign-in page, whose name and theme are public, and when the device was offered the app.
  expect(Object.keys(left).sort()).toEqual(['install-offer', 'last_organization']);
  expect(Object.values(left).join()).not.toContain(email);
  await expect(page.getByRole('heading', { name: 'Sign in to Iron Harbour' })).toBeVisible();
  await page.goBack();
  await expect(signInButton(page)).toBeVisible();
});

test('prefills the email from the link and says when the server is down', async ({ page, faults }) => {
  faults.expected.push(/Failed to load resource/);
  await page.goto('/login?email=cleo%40ironharbour.example');
  await expect(page.getByLabel('Email')).toHaveValue('cleo@ironharbour.example');
  await passwordField(page).fill('whatever it is');
  await page.route('**/api/v1/auth/login/', (route) => route.fulfill({ status: 500, body: '' }));
  await signInButton(page).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to login. Please try again.');
  await page.unroute('**/api/v1/auth/login/');
  await page.route('**/api/v1/auth/login/', (route) => route.abort());
  await signInButton(page).click();
  await expect(page.getByRole('alert')).toHaveText('No connection. Check your internet and try again.');
});

test('asks for the setup code instead of a password', async ({ page }) => {
  await page.goto('/login?setup=true&email=owner%40gym.example');
  await expect(page.getByRole('heading', { name: 'Complete Account Setup' })).toBeVisible();
  await expect(page.getByText('Enter the setup code from your welcome email')).toBeVisible();
  await expect(page.getByLabel('Setup code')).toHaveAttribute('placeholder', /^[A-Z]+-\d{4}-[A-Z]+$/);
  await page.getByRole('button', { name: 'Complete setup' }).click();
  await expect(page.getByText('Setup code is required')).toBeVisible();
  await page.getByLabel('Setup code').fill('IRON-2026-ABCDEFG');
  await page.getByRole('button', { name: 'Complete setup' }).click();
  await expect(page.getByRole('alert')).toHaveText('Incorrect email or password.');
});

test('validates an invite code in upper case with 20 characters at most', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Have an invite code?' }).click();
  await expect(page.getByRole('heading', { name: 'Join with Invite Code' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Request your gym' })).toHaveAttribute('href', '/nominate');
  const join = page.getByRole('button', { name: 'Join', exact: true });
  const code = page.getByLabel('Invite code');
  await expect(join).toBeDisabled();
  await code.fill('   ');
  await expect(join).toBeDisabled();
  await code.press('Enter');
  await expect(page.getByText('Please enter an invite code')).toBeVisible();
  await code.fill('no such code of any gym at all');
  await expect(code).toHaveValue('NOSUCHCODEOFANYGYMAT');
  for (const wrong of ['nosuchcode', 'winter-25', 'old-flyer', 'coach-guest']) {
    await code.fill(wrong);
    await join.click();
    await expect(page.getByRole('alert')).toHaveText('Invalid or expired invite code.');
  }
  await code.fill('ironharbour');
  await join.click();
  await expect(page).toHaveURL(/\/register$/);
  await expect(page.getByText('Joining Iron Harbour')).toBeVisible();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Have an invite code?' }).click();
  await page.getByRole('button', { name: 'Back to sign in' }).click();
  await expect(signInButton(page)).toBeVisible();
});

test('nothing moves when the ways to sign in arrive late', async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/auth/methods/', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/login');
  const invite = page.getByRole('button', { name: 'Have an invite code?' });
  await expect(invite).toBeVisible();
  const before = [await invite.boundingBox(), await signInButton(page).boundingBox()];
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeHidden();
  release();
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
  expect([await invite.boundingBox(), await signInButton(page).boundingBox()]).toEqual(before);
});

test('resets a forgotten password by email', { tag: '@desktop' }, async ({ page, newMember, mailTo }) => {
  const { email, password } = await newMember();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  // The field of the sign-in form has the same label.
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByText('Check your inbox')).toBeVisible();

  const link = /\/login\?\S*reset=\S+/.exec(await mailTo(email, /reset/))?.[0] ?? '';
  await page.goto(link);
  const fresh = 'a new barbell every week';
  const set = page.getByRole('button', { name: 'Set password' });
  await page.getByLabel('New password', { exact: true }).fill('short');
  await set.click();
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill('password');
  await page.getByLabel('Confirm new password').fill('passwords');
  await set.click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await page.getByLabel('Confirm new password').fill('password');
  await set.click();
  await expect(page.getByText('This password is too common. Please choose another.')).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill(fresh);
  await page.getByLabel('Confirm new password').fill(fresh);
  await set.click();
  await expect(page).toHaveURL(/\/app$/);
  await expect(page.getByText('Your new password is set')).toBeVisible();

  await forgetSignIn(page);
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await passwordField(page).fill(password);
  await signInButton(page).click();
  await expect(page.getByRole('alert')).toHaveText('Incorrect email or password.');
  await passwordField(page).fill(fresh);
  await signInButton(page).click();
  await expect(page).toHaveURL(/\/app$/);

  await forgetSignIn(page);
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('once more with feeling');
  await page.getByLabel('Confirm new password').fill('once more with feeling');
  await set.click();
  await expect(page.getByRole('alert')).toHaveText('This password reset link is invalid or has expired.');
});
