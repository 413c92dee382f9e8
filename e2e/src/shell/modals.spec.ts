import { expect, test } from '../fixtures.ts';

test('keeps modals in the history for Back, Forward, reload and Escape', async ({ page, signInAs }) => {
  await signInAs('cleo');
  await page.goto('/app/calendar');
  const dialog = page.getByRole('dialog');
  const heading = (name: string) => dialog.getByRole('heading', { name });
  const press = (name: string) => page.getByRole('button', { name }).filter({ visible: true }).first().click();

  await press('Profile');
  await expect(heading('Profile')).toBeVisible();
  await dialog.getByRole('tab', { name: 'Security' }).click();
  await page.reload();
  await expect(dialog.getByRole('tab', { name: 'Security' })).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/app\/calendar$/);
  await page.goForward();
  await expect(heading('Profile')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/app\/calendar$/);

  // One lies over another only where it is meant to; Back takes the top one.
  await press('Messages');
  await expect(heading('Messages')).toBeVisible();
  await page.keyboard.press('?');
  await expect(heading('Keyboard shortcuts')).toBeVisible();
  await page.goBack();
  await expect(heading('Keyboard shortcuts')).toBeHidden();
  await expect(heading('Messages')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).dblclick();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/app\/calendar$/);

  // A session opens over the list it was found in, and has an address of its own.
  await page.goto('/app/calendar?view=agenda');
  const row = page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('button', { name: /\d:\d\d/ })
    .first();
  const shown = await row.textContent();
  await row.click();
  await expect(dialog.getByRole('article')).toBeVisible();
  expect(shown).toContain(await dialog.getByRole('heading', { level: 2 }).last().textContent());
  await page.goBack();
  await expect(dialog).toBeHidden();
});

test('replaces the notification list with the session it opens', { tag: '@desktop' }, async ({ page, signInAs }) => {
  await signInAs('ana');
  await page.goto('/app');
  await page.getByRole('button', { name: 'Notifications' }).filter({ visible: true }).click();
  const dialog = page.getByRole('dialog');
  const session = dialog.getByRole('button', { name: /joined|session/i }).first();
  await session.click();
  await expect(dialog.getByRole('heading', { name: 'Notifications' })).toBeHidden();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/app$/);
});
