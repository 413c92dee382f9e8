import type { Page } from '@playwright/test';
import { accountOf, expect, test } from '../fixtures.ts';

/** The focused element's accessible name, and whether its focus is visible. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const label = (element as HTMLInputElement).labels?.[0]?.textContent;
    const name = element.getAttribute('aria-label') ?? label ?? element.textContent ?? '';
    const { outlineStyle, boxShadow } = getComputedStyle(element);
    return { name: name.trim(), ringed: outlineStyle !== 'none' || boxShadow !== 'none' };
  });

async function tab(page: Page, times: number) {
  const names: string[] = [];
  for (let step = 0; step < times; step++) {
    await page.keyboard.press('Tab');
    const { name, ringed } = await focused(page);
    expect(ringed, `the focus on ${name} is seen`).toBe(true);
    names.push(name);
  }
  return names;
}

test('signs in with the keyboard only', { tag: '@desktop' }, async ({ page }) => {
  const { email, password } = accountOf('dov');
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Continue with Apple' })).toBeVisible();
  expect(await tab(page, 11)).toEqual([
    'Spotter',
    'Email',
    'Password',
    'Show password',
    'Forgot password?',
    'Sign in',
    'Continue with Google',
    'Continue with Apple',
    'Have an invite code?',
    'Privacy',
    'Terms',
  ]);
  await page.getByLabel('Email').focus();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/app$/);
});

test('walks through home with Tab and shortcuts', { tag: '@desktop' }, async ({ page, signInAs }) => {
  await signInAs('dov');
  await page.goto('/app');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Dov');
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  const names = await tab(page, 9);
  expect(names[0]).toBe('Skip to content');
  expect(names[1]).toContain('I');
  expect(names.slice(2).map((name) => name.replace(/^\d+\+?(\s*unread)?/, ''))).toEqual([
    'Home',
    'Calendar',
    'Create',
    'Messages',
    'Friends',
    'Notifications',
    'Profile',
  ]);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Profile' })).toBeVisible();
  // The focus stays inside the window and returns when it closes.
  for (let step = 0; step < 4; step++) {
    await page.keyboard.press('Tab');
    expect(await dialog.evaluate((window) => window.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect.poll(async () => (await focused(page)).name).toBe('Profile');

  await page.keyboard.press('?');
  await expect(dialog.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('/');
  await expect(page).toHaveURL(/\/app\/calendar$/);
  const search = page.getByLabel('Search sessions');
  await expect(search).toBeFocused();
  await page.keyboard.type('no such thing? /');
  await expect(search).toHaveValue('no such thing? /');
  await expect(page.getByText('No matching sessions')).toBeVisible();
});
