import { sessionReplies } from '../../../server/src/features/demo/replies/replies.words.ts';
import { expect, expectAccessible, newAddress, test } from '../fixtures.ts';
import { call } from '../planning.ts';

test('an operator makes a nominated gym an organization, deletes it and restores it', { tag: '@desktop' }, async ({
  page,
  request,
  signInAs,
  mailTo,
}) => {
  const gym = `Tide Gym ${process.pid}`;
  const owner = newAddress('wren');
  const nominated = await request.post('/api/v1/gyms/nominations/', {
    data: {
      ...{ nominator_first_name: 'Ida', nominator_last_name: 'Berg', nominator_email: newAddress('ida') },
      ...{ gym_name: gym, gym_address: '1 Shore Road, Perth', comments: 'My friends train there.' },
      contact_preference: 'email',
    },
  });
  expect(nominated.ok(), await nominated.text()).toBe(true);
  await signInAs('sam');
  await page.goto('/super-admin/organizations');
  const create = page.getByRole('button', { name: `Create organization from ${gym}` });
  await create.click();
  const form = page.getByRole('dialog', { name: 'Create organization' });
  await expect(form.getByLabel('Organization name')).toHaveValue(gym);
  await expect(form.getByLabel('Address')).toHaveValue('1 Shore Road, Perth');
  await form.getByLabel("Owner's first name").fill('Wren');
  await form.getByLabel("Owner's last name").fill('Hale');
  await form.getByLabel("Owner's email").fill(owner);
  await form.getByRole('button', { name: 'Create organization' }).click();
  await expect(create).toBeHidden();
  expect(await mailTo(owner, /welcome/)).toContain('setup');
  await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('Registered');
  await expect(page.getByText(`Now ${gym}`)).toBeVisible();

  await page.getByLabel('Search organizations').fill(gym);
  const row = page.getByRole('row').filter({ hasText: gym });
  await row.getByRole('button', { name: `Options for ${gym}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: `Delete ${gym}?` });
  await expectAccessible(page);
  await question.getByLabel(`Type ${gym} to confirm`).fill(gym);
  await question.getByRole('button', { name: 'Delete organization' }).click();
  await expect(page.getByText('No organizations by that name')).toBeVisible();
  await page.getByRole('combobox', { name: 'State' }).selectOption('Deleted');
  await expect(row.getByText(/^Gone for good on/)).toBeVisible();
  await row.getByRole('button', { name: `Restore ${gym}` }).click();
  await expect(row).toBeHidden();
  await page.getByRole('combobox', { name: 'State' }).selectOption('Switched on');
  await expect(row.getByRole('button', { name: `Enter ${gym}` })).toBeVisible();
});

test('an operator cancels a job of demo data, makes a gym of it, and removes it', { tag: '@desktop' }, async ({
  page,
  signInAs,
}) => {
  await signInAs('sam');
  await page.goto('/super-admin/generate-demo-data');
  const jobs = page.getByRole('list', { name: 'Demo data' }).getByRole('listitem');
  const generate = async (members: string, weeks: string) => {
    await page.getByLabel('Members', { exact: true }).fill(members);
    await page.getByLabel('Weeks', { exact: true }).fill(weeks);
    await page.getByRole('button', { name: 'Generate demo data' }).click();
  };
  await generate('900', '52');
  await expect(jobs.first().getByRole('progressbar')).toBeVisible();
  await jobs.first().getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog', { name: 'Cancel this job?' }).getByRole('button', { name: 'Cancel job' }).click();
  await expect(jobs.first().getByText('Cancelled', { exact: true })).toBeVisible();

  await generate('10', '1');
  await expect(jobs.first().getByText('Ready', { exact: true })).toBeVisible();
  await expectAccessible(page);
  const made = await jobs.first().getByRole('button').getAttribute('aria-label');
  const name = made?.replace(/^Remove /, '') ?? '';
  await page.getByRole('link', { name: 'Organizations' }).click();
  await page.getByRole('combobox', { name: 'Stage' }).selectOption('Demo data');
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Demo data');
  await page.getByRole('link', { name: 'Demo data' }).click();
  await jobs
    .first()
    .getByRole('button', { name: made ?? '' })
    .click();
  await page
    .getByRole('dialog', { name: `Remove ${name}?` })
    .getByRole('button', { name: 'Remove everything it made' })
    .click();
  await expect(jobs.first().getByText('Removed', { exact: true })).toBeVisible();
});

test("a visitor follows a demo's path, sees it as the owner, and takes its look along", async ({
  page,
  request,
  signInAs,
  mailTo,
}) => {
  await page.goto('/demo', { waitUntil: 'commit' });
  const banner = page.getByRole('region', { name: 'Demo' });
  const guide = banner.getByRole('button', { name: /^Things to try/ });
  await expect(guide).toContainText('0/4');

  await guide.click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Join a session/ })
    .click();
  const session = page.getByRole('dialog');
  await session.getByRole('button', { name: /^(Join$|Accept )/ }).click();
  // Somebody of the sandbox answers by themselves.
  await expect(session.getByText(new RegExp(sessionReplies.join('|')))).toBeVisible();
  await session.getByRole('button', { name: 'Close' }).first().click();
  await expect(guide).toContainText('1/4');
  await guide.click();
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Join a session ?, done/ })).toBeVisible();
  await page.keyboard.press('Escape');

  await banner.getByRole('button', { name: 'See it as the owner' }).click();
  await expect(banner).toContainText('Olga Petrova, the owner');
  const tokens = await page.evaluate(() => ({ access_token: localStorage.getItem('access_token') ?? '' }));
  const { organization } = await call(request, tokens, '/users/me/');
  const painted = await request.put(`/api/v1/organizations/${organization.id}/theme/`, {
    headers: { authorization: `Bearer ${tokens.access_token}` },
    data: { colors: { primary: '#0f766e' } },
  });
  expect(painted.ok(), await painted.text()).toBe(true);
  await page.reload();
  const primary = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--color-primary').trim());
  await expect.poll(primary).toBe('#0f766e');
  await banner.getByRole('button', { name: 'Make it yours' }).click();
  await expect(page).toHaveURL(/\/register\/gym$/);

  const owner = newAddress('owner');
  const next = page.getByRole('button', { name: 'Next' });
  await page.getByLabel('Organization name').fill('Cove Works');
  await page.getByRole('radio', { name: /Single/ }).check();
  await page.getByLabel('Members').click();
  await page.getByRole('option', { name: '51 to 200 members' }).click();
  await page.getByLabel('Phone').fill('+61 8 5550 0199');
  await page.getByLabel('Email').fill(owner);
  await next.click();
  await page.getByLabel('Address').fill('3 Quarry Road, Perth WA');
  await next.click();
  await page.getByLabel('First name').fill('Greta');
  await page.getByLabel('Last name').fill('Stein');
  await page.getByLabel('Admin email').fill(owner);
  await page.getByLabel('I agree to the terms of service and the privacy policy').check();
  await page.getByRole('button', { name: 'Complete Registration' }).click();
  await expect(page.getByText(`An email with login credentials was sent to ${owner}.`)).toBeVisible();
  const code = /\b[A-Z]+-20\d\d-[A-Z]+\b/.exec(await mailTo(owner, /welcome/))?.[0] ?? '';
  await signInAs({ email: owner, password: code });
  await page.goto('/admin');
  await page.getByLabel('New password', { exact: true }).fill('granite and chalk');
  await page.getByLabel('Confirm new password').fill('granite and chalk');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(page.getByRole('heading', { name: 'Choose your password' })).toBeHidden();
  const own = await page.evaluate(() => ({ access_token: localStorage.getItem('access_token') ?? '' }));
  const { theme } = await call(request, own, '/gym/config/');
  expect(theme.colors.primary).toBe('#0f766e');
});
