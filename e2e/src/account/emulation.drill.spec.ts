import { expect, expectAccessible, test } from '../fixtures.ts';

test('lets a super admin enter an organization, shows it on every page, and exits', { tag: '@desktop' }, async ({
  page,
  signInAs,
}) => {
  await signInAs('sam');
  await page.goto('/super-admin/organizations');
  const enter = page.getByRole('button', { name: 'Enter Night Shift Athletics' });
  await expect(enter).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Search organizations').fill('no such gym');
  await expect(page.getByText('No organizations by that name')).toBeVisible();
  await page.getByLabel('Search organizations').fill('night');
  await enter.click();
  const dialog = page.getByRole('dialog', { name: 'Enter Night Shift Athletics' });
  await dialog.getByRole('button', { name: 'Enter' }).click();
  await expect(dialog.getByText('Give a reason')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Why are you entering?').fill('The owner asked about opening hours');
  await dialog.getByRole('button', { name: 'Enter' }).click();

  await expect(page).toHaveURL(/\/admin$/);
  const bar = page.getByRole('status').filter({ hasText: "You're viewing Night Shift Athletics as its admin." });
  await expect(bar).toBeVisible();
  const ground = await bar.evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(ground).not.toBe(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Night Shift Athletics');
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expectAccessible(page);
  await page.reload();
  await expect(bar).toBeVisible();
  await page.goto('/super-admin/organizations');
  await expect(page).toHaveURL(/\/admin$/);

  await bar.getByRole('button', { name: 'Exit' }).click();
  await expect(page).toHaveURL(/\/super-admin\/organizations$/);
  await expect(bar).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Organizations' })).toBeVisible();
});

test("shows the operator's pages with what is in them", { tag: '@desktop' }, async ({ page, signInAs }) => {
  await signInAs('sam');
  await page.goto('/super-admin/super-users');
  const own = page.getByRole('listitem').filter({ hasText: 'You' });
  await expect(own).toContainText('@');
  await expect(own.getByRole('button')).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Operations' }).click();
  await expect(page.getByText('Last backup')).toBeVisible();
  await expect(page.getByText('All up')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Slowest calls' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Demo data' }).click();
  await expect(page.getByRole('heading', { name: 'Generate demo data' })).toBeVisible();
  await page.getByLabel('Members', { exact: true }).fill('4');
  await page.getByRole('button', { name: 'Generate demo data' }).click();
  await expect(page.getByLabel('Members', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
});
