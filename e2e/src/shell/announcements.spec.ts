import { expect, expectAccessible, openAdminPlace, test } from '../fixtures.ts';

test('an owner announces something after a look at it, and a member reads the whole text', async ({
  page,
  signInAs,
}) => {
  const title = `Open day ${Date.now().toString(36)}`;
  await signInAs('nadia');
  await page.goto('/admin');
  await openAdminPlace(page, 'Announcements');
  await page.getByRole('button', { name: 'Write announcement' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New announcement' });
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Text').fill('Bring a friend.\n\nFirst session free.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText(title)).toHaveCount(2);
  await dialog.getByRole('button', { name: /^Send to \d+ members$/ }).click();
  const row = page.getByRole('list', { name: 'Announcements' }).getByRole('listitem').filter({ hasText: title });
  await expect(row).toContainText(/Read by 0 of \d+ members/);

  await signInAs('eve');
  await page.goto('/app');
  await page.getByRole('button', { name: 'Notifications' }).filter({ visible: true }).first().click();
  await page.getByRole('dialog', { name: 'Notifications' }).getByRole('button', { name: title }).click();
  const opened = page.getByRole('dialog', { name: title });
  await expect(opened).toContainText('First session free.');
  await expectAccessible(page);
});
