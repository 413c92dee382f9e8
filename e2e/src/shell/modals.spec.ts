import { expect, expectFits, test } from '../fixtures.ts';
import { goBack } from '../go-back.ts';
import { call, plan } from '../planning.ts';

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
  await goBack(page);
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/app\/calendar$/);
  await page.goForward();
  await expect(heading('Profile')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/app\/calendar$/);

  // Only designated modals open on top of another; Back closes the top one.
  await press('Messages');
  await expect(heading('Messages')).toBeVisible();
  await page.keyboard.press('?');
  await expect(heading('Keyboard shortcuts')).toBeVisible();
  await goBack(page);
  await expect(heading('Keyboard shortcuts')).toBeHidden();
  await expect(heading('Messages')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).dblclick();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/app\/calendar$/);

  // A session opens over its list and has its own address.
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
  await goBack(page);
  await expect(dialog).toBeHidden();
});

test('leads back from a session to the notification list that opened it', { tag: ['@desktop', '@drill'] }, async ({
  page,
  request,
  newMember,
  signInAs,
  tokensOf,
}) => {
  const { id, title } = await plan(request, await signInAs(await newMember()));
  await call(request, await tokensOf(await newMember()), `/sessions/${id}/join/`, {});
  await page.goto('/app?onboarding=skip');
  await page.getByRole('button', { name: 'Notifications' }).filter({ visible: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: `joined ${title}` }).click();
  await expect(dialog.getByRole('heading', { name: 'Notifications' })).toBeHidden();
  await goBack(page);
  await expect(dialog.getByRole('heading', { name: 'Notifications' })).toBeVisible();
  await goBack(page);
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/app$/);
});

test('closes one layer at a time on Back, and asks before discarding an edit', async ({
  page,
  request,
  newMember,
  signInAs,
}) => {
  const tokens = await signInAs(await newMember());
  const { id, title } = await plan(request, tokens);
  await page.goto('/app?onboarding=skip');
  await page.getByRole('region', { name: 'Your next session' }).getByRole('heading').click();
  const session = page.getByRole('dialog', { name: title });
  const named = (name: string) => page.getByRole('dialog', { name });

  await session.getByRole('button', { name: 'Share' }).first().click();
  await named('Share').getByRole('button', { name: 'End link' }).click();
  await expect(named('End this link?')).toBeVisible();
  await goBack(page);
  await expect(named('End this link?')).toBeHidden();
  await expect(named('Share')).toBeVisible();
  await goBack(page);
  await expect(named('Share')).toBeHidden();
  await expect(session).toBeVisible();

  await test.step('keeps a toast over a window reachable', async () => {
    await session.getByRole('button', { name: 'Share' }).first().click();
    await named('Share').getByRole('button', { name: 'End link' }).click();
    await named('End this link?').getByRole('button', { name: 'End link' }).click();
    const toast = page.getByRole('status').filter({ hasText: 'The link is off' });
    await toast.getByRole('button', { name: 'Dismiss' }).click();
    await expect(toast).toBeHidden();
    await expect(named('Share')).toBeVisible();
    await goBack(page);
  });

  await test.step('closes a menu, and what was opened from it', async () => {
    const menu = page.getByRole('menu');
    await session.getByRole('button', { name: 'More' }).click();
    await expect(menu).toBeVisible();
    await goBack(page);
    await expect(menu).toBeHidden();
    await expect(session).toBeVisible();
    await session.getByRole('button', { name: 'More' }).click();
    await menu.getByRole('menuitem', { name: 'Cancel session' }).click();
    await expect(named(`Cancel ${title}?`)).toBeVisible();
    await goBack(page);
    await expect(named(`Cancel ${title}?`)).toBeHidden();
    await expect(session).toBeVisible();
  });

  await session.getByRole('button', { name: 'Edit' }).click();
  const edit = named(`Edit ${title}`);
  await edit.getByLabel('Title').fill('Something else');
  await goBack(page);
  await expect(named('Discard your changes?')).toBeVisible();
  await goBack(page);
  await expect(named('Discard your changes?')).toBeHidden();
  await expect(edit.getByLabel('Title')).toHaveValue('Something else');
  await goBack(page);
  await named('Discard your changes?').getByRole('button', { name: 'Discard changes' }).click();
  await expect(session).toBeVisible();
  await goBack(page);
  await expect(session).toBeHidden();
  await expect(page).toHaveURL(/\/app[^/]*$/);

  await test.step("asks on the session's own page too", async () => {
    await page.goto(`/app/sessions/${id}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Title').fill('Something else');
    await expectFits(page);
    await goBack(page);
    await named('Discard your changes?').getByRole('button', { name: 'Discard changes' }).click();
    await expect(page).toHaveURL(new RegExp(`/app/sessions/${id}$`));
  });
});
