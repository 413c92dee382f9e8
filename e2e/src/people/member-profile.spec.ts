import { expect, expectAccessible, test } from '../fixtures.ts';

test('opens a profile from a face, blocks, takes it back, and unblocks from the list', async ({
  page,
  signInAs,
  newMember,
}) => {
  await signInAs(await newMember());
  await page.goto('/app');
  const profile = page.getByRole('dialog', { name: 'Profile' });
  const nobody = page.getByRole('heading', { name: "You haven't blocked anyone" });

  /** Opens somebody of the sample gym; other tests' members come and go. */
  const openSomebody = async () => {
    // It comes with the preferences and moves what is below it.
    await expect(page.getByRole('region', { name: 'Tour' })).toBeVisible();
    const face = page.getByRole('button', { name: /^(?!Noor ).*: profile$/ }).first();
    const name = (await face.getAttribute('aria-label'))?.replace(': profile', '') ?? '';
    await page.getByRole('button', { name: `${name}: profile` }).click();
    await expect(profile.getByText(name, { exact: true })).toBeVisible();
    return name;
  };
  const block = async () => {
    await profile.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: /^Block / }).click();
    await page
      .getByRole('dialog', { name: /^Block / })
      .getByRole('button', { name: 'Block', exact: true })
      .click();
    await expect(profile).toBeHidden();
    // Closing goes back in the history, which a page that is loaded meanwhile would cut short.
    await page.waitForFunction(() => !history.state?.usr?.modals?.length);
  };

  const first = await openSomebody();
  await expect(profile.getByText(/^Member since /)).toBeVisible();
  await expectAccessible(page);
  await block();
  await expect(page.getByRole('button', { name: `${first}: profile` })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(/is unblocked$/)).toBeVisible();
  await page.goto('/app/blocked-users');
  await expect(nobody).toBeVisible();

  await page.goto('/app');
  const name = await openSomebody();
  await block();
  await page.goto('/app/blocked-users');
  await page.getByRole('button', { name: `Unblock ${name}` }).click();
  await expect(nobody).toBeVisible();
});
