import { expect, test, undo, visit } from '../fixtures.ts';

test('opens a profile from a face, blocks, takes it back, and unblocks from the list', async ({
  page,
  signInAs,
  newMember,
}) => {
  await signInAs(await newMember());
  await page.goto('/app');
  const profile = page.getByRole('dialog', { name: 'Profile' });
  const nobody = page.getByRole('heading', { name: "You haven't blocked anyone" });

  const name = 'Omar Haddad';
  const face = page.getByRole('dialog', { name: 'Friends' }).getByRole('button', { name: `${name}: profile` });
  const openProfile = async () => {
    await page.getByRole('button', { name: 'Friends', exact: true }).filter({ visible: true }).click();
    await page.getByRole('tab', { name: 'Find people' }).click();
    await page.getByRole('dialog', { name: 'Friends' }).getByLabel('Name').fill(name);
    await face.click();
    await expect(profile.getByText(name, { exact: true })).toBeVisible();
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
    await page.waitForFunction(() => history.state?.usr?.modals?.length === 1);
  };

  await openProfile();
  await expect(profile.getByText(/^Member since /)).toBeVisible();
  await block();
  await expect(face).toHaveCount(0);
  await undo(page);
  await expect(page.getByText(/is unblocked$/)).toBeVisible();
  await visit(page, '/app/blocked-users');
  await expect(nobody).toBeVisible();

  await visit(page, '/app');
  await openProfile();
  await block();
  await visit(page, '/app/blocked-users');
  await page.getByRole('button', { name: `Unblock ${name}` }).click();
  await expect(nobody).toBeVisible();
});

test("a press on a face counts when the face's picture goes before the release", { tag: '@drill' }, async ({
  page,
  signInAs,
  faults,
}) => {
  faults.expected.push(/Failed to load resource: net::ERR_FAILED/);
  await signInAs('ana');
  let refuse = () => {};
  const refused = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  await page.route('**/files/**', async (route) => {
    await refused;
    await route.abort();
  });
  await page.goto('/app');
  await page.getByRole('button', { name: 'Friends', exact: true }).filter({ visible: true }).click();
  const friends = page.getByRole('dialog', { name: 'Friends' });
  const face = friends.getByRole('button', { name: /^(?!Noor ).*: profile$/ }).first();
  await expect(face.locator('img')).toBeVisible();
  await face.hover();
  await page.mouse.down();
  refuse();
  await expect(face.locator('img')).toHaveCount(0);
  await page.mouse.up();
  await expect(page.getByRole('dialog', { name: 'Profile' })).toBeVisible();
});
