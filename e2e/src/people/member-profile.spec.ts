import { expect, expectAccessible, test } from '../fixtures.ts';

test('opens a profile from a face, blocks, takes it back, and unblocks from the list', async ({
  page,
  signInAs,
  newMember,
}) => {
  await signInAs(await newMember());
  await page.goto('/app');
  const faces = page.getByRole('button', { name: /: profile$/ });
  const label = await faces.first().getAttribute('aria-label');
  const name = label?.replace(': profile', '') ?? '';
  const face = page.getByRole('button', { name: `${name}: profile` });
  await face.click();
  const profile = page.getByRole('dialog', { name: 'Profile' });
  await expect(profile.getByText(name, { exact: true })).toBeVisible();
  await expect(profile.getByText(/^Member since /)).toBeVisible();
  await expectAccessible(page, '[role=dialog]');

  const block = async () => {
    await profile.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: /^Block / }).click();
    await page
      .getByRole('dialog', { name: /^Block / })
      .getByRole('button', { name: 'Block', exact: true })
      .click();
    await expect(profile).toBeHidden();
    await expect(face).toHaveCount(0);
  };
  await block();
  await page.getByRole('button', { name: 'Undo' }).click();
  await face.click();
  await block();

  await page.goto('/app/blocked-users');
  await page.getByRole('button', { name: `Unblock ${name}` }).click();
  await expect(page.getByRole('heading', { name: "You haven't blocked anyone" })).toBeVisible();
});
