import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { dismiss, expect, expectAccessible, test } from '../fixtures.ts';
import { goBack } from '../go-back.ts';
import { call } from '../planning.ts';
import { tracesIn } from '../traces.ts';

async function openProfile(page: Page, tab?: string) {
  await page.goto('/app');
  await page.getByRole('button', { name: 'Profile', exact: true }).filter({ visible: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Profile' })).toBeVisible();
  if (tab) await dialog.getByRole('tab', { name: tab }).click();
  return dialog;
}

test('shows a changed profile at once and in another tab', { tag: '@desktop' }, async ({
  page,
  context,
  signInAs,
  newMember,
}) => {
  await signInAs(await newMember());
  const other = await context.newPage();
  await other.goto('/app');
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Noor');
  await page.bringToFront();
  const saves: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && saves.push(request.url()));

  const dialog = await openProfile(page);
  const save = dialog.getByRole('button', { name: 'Save profile' });
  await expect(save).toBeDisabled();
  await dialog.getByLabel('First name').fill('');
  await save.click();
  await expect(dialog.getByText('First name is required')).toBeVisible();
  await dialog.getByLabel('First name').fill('Nour');
  await dialog.getByLabel('Fitness level').click();
  await page.getByRole('option', { name: 'Advanced' }).click();
  await dialog.getByRole('button', { name: 'Strength', exact: true }).click();
  await dialog.getByLabel('Timezone').fill('Lisbon');
  await page.getByRole('option', { name: 'Europe/Lisbon' }).click();
  await save.dblclick();
  await expect(page.getByText('Profile saved')).toBeVisible();
  await expect(dialog.getByText('Nour Vale')).toBeVisible();
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Nour');
  expect(saves).toHaveLength(1);

  await page.reload();
  await expect(dialog.getByLabel('First name')).toHaveValue('Nour');
  await expect(dialog.getByLabel('Fitness level')).toHaveText('Advanced');
  await expect(dialog.getByLabel('Timezone')).toHaveValue('Europe/Lisbon');
  await expect(dialog.getByRole('button', { name: 'Strength', exact: true })).toHaveAttribute('aria-pressed', 'true');
});

test('crops and saves a photo, removes it again, and keeps goals', async ({ page, request, signInAs, newMember }) => {
  const { access_token } = await signInAs(await newMember());
  const dialog = await openProfile(page);
  const picker = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Change photo' }).click();
  await (await picker).setFiles(join(import.meta.dirname, '../../../web/public/landing/ana.webp'));
  const crop = page.getByRole('dialog', { name: 'Crop photo' });
  await crop.getByLabel('Zoom').fill('2');
  await crop.getByRole('button', { name: 'Move the photo with the arrow keys' }).press('ArrowDown');
  await expectAccessible(page);
  // A second tap does nothing while the browser still cuts the photo.
  const finishCutting = await page.evaluateHandle(() => {
    const { toBlob } = HTMLCanvasElement.prototype;
    let finish = () => {};
    HTMLCanvasElement.prototype.toBlob = function (...how) {
      finish = () => toBlob.apply(this, how);
    };
    return () => finish();
  });
  await crop.getByRole('button', { name: 'Save photo' }).click();
  await expect(crop.getByRole('button', { name: 'Save photo' })).toBeDisabled();
  await finishCutting.evaluate((finish) => finish());
  await expect(crop).toBeHidden();
  // The message lies over the next button.
  await dismiss(page, 'Photo saved');
  const face = dialog.getByRole('button', { name: 'Change photo' }).locator('img');
  await expect(face).toHaveAttribute('src', /^\/files\/[0-9a-f]{32}\.webp$/);
  await dialog.getByRole('button', { name: 'Remove photo' }).click();
  await expect(face).toHaveCount(0);

  await dialog.getByRole('button', { name: 'First pull-up' }).click();
  await dialog.getByRole('button', { name: 'Early morning' }).click();
  await dialog.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByText('Profile saved')).toBeVisible();
  await expect
    .poll(() => call(request, { access_token }, '/users/me/'))
    .toMatchObject({
      avatar_url: null,
      goals: ['First pull-up'],
      preferred_times: ['early_morning'],
    });
});

test('keeps what was typed in another tab, and asks before it is discarded', { tag: '@drill' }, async ({
  page,
  signInAs,
  newMember,
}) => {
  await signInAs(await newMember());
  const dialog = await openProfile(page);
  const profile = page.getByRole('dialog', { name: 'Profile' });
  const bio = profile.getByLabel('About you');
  await bio.fill('Slow squats, early mornings');
  await profile.getByRole('tab', { name: 'Account' }).click();
  await expect(profile.getByRole('button', { name: 'Export my data' })).toBeVisible();
  await profile.getByRole('tab', { name: 'Profile' }).click();
  await expect(bio).toHaveValue('Slow squats, early mornings');

  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await goBack(page);
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toBeHidden();
  await expect(bio).toHaveValue('Slow squats, early mornings');
  await profile.getByRole('button', { name: 'Close' }).click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(dialog).toHaveCount(0);
  await openProfile(page);
  await expect(bio).toHaveValue('');

  await bio.fill('Evenings');
  await profile.getByRole('tab', { name: 'Profile' }).press('/');
  await page.keyboard.press('?');
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(shortcuts).toBeVisible();
  await goBack(page);
  await expect(shortcuts).toBeHidden();
  await expect(bio).toHaveValue('Evenings');
  await profile.getByRole('button', { name: 'Sign out' }).click();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await profile.getByRole('tab', { name: 'Account' }).click();
  await profile.getByRole('link', { name: 'Manage blocked people' }).click();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await profile.getByRole('tab', { name: 'Profile' }).click();
  await expect(bio).toHaveValue('Evenings');
  await profile.getByRole('button', { name: 'My sessions' }).click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByRole('dialog', { name: 'My sessions' })).toBeVisible();
  await goBack(page);
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/app$/);
});

test('keeps a toast away from the question before a sign-out', { tag: '@drill' }, async ({
  page,
  signInAs,
  newMember,
  faults,
}) => {
  faults.expected.push(/Failed to load resource/);
  await signInAs(await newMember());
  const dialog = await openProfile(page);
  await page.route('**/users/me/', (route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback()));
  await dialog.getByLabel('About you').fill('Early mornings');
  await dialog.getByRole('button', { name: 'Save profile' }).click();
  const toast = page.getByRole('status').filter({ hasText: 'Saved on this device' });
  await expect(toast).toBeVisible();
  await dialog.getByRole('button', { name: 'Sign out' }).click();
  const question = page.getByRole('dialog', { name: 'Sign out now?' });
  await expect(question).toBeVisible();
  const isApart = async () => {
    const [above, below] = [await question.boundingBox(), await toast.boundingBox({ timeout: 500 }).catch(() => null)];
    return above && below && above.y + above.height <= below.y;
  };
  await expect.poll(isApart).toBe(true);
});

test('saves notification choices, also one that met no network', { tag: '@drill' }, async ({
  page,
  signInAs,
  newMember,
  faults,
}) => {
  faults.expected.push(/Failed to load resource/);
  await signInAs(await newMember());
  const dialog = await openProfile(page, 'Notifications');
  const sessions = dialog.getByRole('region', { name: 'Your sessions' });
  const customize = () => sessions.getByRole('button', { name: /^Customize/ }).click();
  const push = dialog.getByLabel('Cancelled sessions: Push');
  const email = dialog.getByLabel('Cancelled sessions: Email');
  // Pushes, quiet hours and four groups are enough for most members; the rest is behind Customize.
  await expect(dialog.getByRole('switch')).toHaveCount(6);
  await expect(push).toHaveCount(0);
  await expectAccessible(page);
  await customize();
  await expect(push).toBeChecked();
  await expect(email).not.toBeChecked();
  const kept = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
  await email.check();
  await kept;
  await page.route('**/users/me/preferences/', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.fallback(),
  );
  await push.click();
  await expect(page.getByText('1 change waiting')).toBeAttached();
  await expect(push).not.toBeChecked();
  await page.unroute('**/users/me/preferences/');
  const late = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
  await page.reload();
  await late;
  await customize();
  await expect(email).toBeChecked();
  await expect(push).not.toBeChecked();
  const group = sessions.getByRole('switch', { name: /^Your sessions/ });
  const off = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
  await group.click();
  await off;
  await expect(group).not.toBeChecked();
  await expect(email).not.toBeChecked();
  await expect(push).not.toBeChecked();
  await expect(sessions.getByRole('button', { name: 'Customize Off' })).toBeVisible();
});

test('lists sign-ins and signs a device out at once', { tag: ['@desktop', '@drill'] }, async ({
  page,
  browser,
  signInAs,
  newUnverifiedMember,
}) => {
  const member = await newUnverifiedMember();
  const elsewhere = await browser.newContext();
  const phone = await elsewhere.newPage();
  await signInAs(member, phone);
  await phone.goto('/app/calendar');
  await expect(phone.getByRole('heading', { name: 'Calendar' })).toBeVisible();

  await page.bringToFront();
  await signInAs(member);
  const dialog = await openProfile(page, 'Security');
  const logins = dialog.getByRole('listitem').filter({ hasText: 'Last used' });
  // Registering was a sign-in too.
  await expect(logins).toHaveCount(3);
  await expect(logins.filter({ hasText: 'This device' })).toHaveCount(1);
  for (const left of [2, 1]) {
    await logins.getByRole('button', { name: 'Sign out' }).first().click();
    await expect(logins).toHaveCount(left);
  }
  await expect(phone).toHaveURL(/\/login$/);
  expect(await phone.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
  await page.reload();
  await expect(logins).toHaveCount(1);
  await elsewhere.close();
});

test('requires the old password and ends every other sign-in', async ({
  page,
  signInAs,
  newMember,
  tokensOf,
  request,
}) => {
  const member = await newMember();
  const other = await tokensOf(member);
  await signInAs(member);
  const dialog = await openProfile(page, 'Security');
  const change = dialog.getByRole('button', { name: 'Change password' });
  const fresh = 'forty kettlebells';
  await dialog.getByLabel('New password', { exact: true }).fill(fresh);
  await dialog.getByLabel('Confirm new password').fill(fresh);
  await change.click();
  await expect(dialog.getByText('Password is required')).toBeVisible();
  await dialog.getByLabel('Current password').fill('not this one');
  await change.click();
  await expect(dialog.getByText('Your current password is incorrect.')).toBeVisible();
  await dialog.getByLabel('Current password').fill(member.password);
  await change.click();
  await expect(page.getByText('Password changed')).toBeVisible();
  await expect(dialog.getByLabel('Current password')).toHaveValue('');

  const headers = { Authorization: `Bearer ${other.access_token}` };
  expect((await request.get('/api/v1/users/me/', { headers })).status()).toBe(401);
  await tokensOf({ ...member, password: fresh });
});

test('exports the data of an account and deletes it', { tag: '@desktop' }, async ({
  page,
  signInAs,
  newMember,
  request,
}) => {
  const member = await newMember();
  await signInAs(member);
  const dialog = await openProfile(page, 'Account');
  const arriving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export my data' }).click();
  const file = await arriving;
  expect(file.suggestedFilename()).toMatch(/^spotter-data-export-\d{4}-\d\d-\d\d\.json$/);
  expect(await readFile(await file.path(), 'utf8')).toContain(member.email);

  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  const question = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(question.getByRole('button', { name: 'Delete for good' })).toBeDisabled();
  await question.getByLabel('Password', { exact: true }).fill('a wrong one');
  await question.getByRole('button', { name: 'Delete for good' }).click();
  await expect(question.getByText('Your current password is incorrect.')).toBeVisible();
  await question.getByLabel('Password', { exact: true }).fill(member.password);
  await question.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(Object.keys(await tracesIn(page))).toEqual(['last_organization']);
  expect((await request.post('/api/v1/auth/login/', { data: member })).status()).toBe(401);
});

test('switches between two gyms', { tag: ['@desktop', '@drill'] }, async ({ page, signInAs }) => {
  await signInAs('ana');
  const chosen = page.getByLabel('Gym').locator('option:checked');
  await page.goto('/app/calendar');
  await expect(chosen).toHaveText('Iron Harbour Barangaroo');
  await page.goto('/app');
  await page.getByLabel('Gym').selectOption({ label: 'Iron Harbour Fremantle' });
  await expect(page.getByText('Iron Harbour Fremantle').first()).toBeVisible();
  await page.goto('/app/calendar');
  await expect(chosen).toHaveText('Iron Harbour Fremantle');
  await page.goto('/app');
  await page.getByLabel('Gym').selectOption({ label: 'Iron Harbour Barangaroo' });
  await expect(page.getByLabel('Gym')).toBeEnabled();
  // A gym the member has no access to is not restored.
  await page.evaluate(() => localStorage.setItem('selected_gym_id', '0190a0b0-0000-7000-8000-000000000000'));
  await page.reload();
  await expect(chosen).toHaveText('Iron Harbour Barangaroo');
});
