import { accountOf, expect, expectAccessible, test } from './fixtures.ts';

test('a member signs in, sees their gym, and signs out', async ({ page }) => {
  const { email, password } = accountOf('ana');
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Sign in to Spotter' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/app$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ana');
  await expectAccessible(page);
});
