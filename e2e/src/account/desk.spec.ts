import type { APIRequestContext } from '@playwright/test';
import { addDays, dayAt } from '@spotter/contract/wall-clock.ts';
import { endDaysToRestore } from '../../../server/src/testing/databases/remove-organization.ts';
import { expect, expectAccessible, expectFits, newAddress, test, visit } from '../fixtures.ts';
import { call, noon, plan } from '../planning.ts';

const password = 'chalk and iron bars';
const zone = 'Australia/Sydney';

/** The owner of a gym of their own, past its onboarding. */
async function newOwner(request: APIRequestContext, mailTo: (email: string, kind?: RegExp) => Promise<string>) {
  const owner = { email: newAddress('owner'), password };
  const form = { first_name: 'Greta', last_name: 'Stein', phone: '+61 8 5550 0199', gym_name: 'Quarry Gym' };
  const signUp = await request.post('/api/v1/gyms/register/simplified/', {
    data: { ...form, ...owner, confirm_password: password, agree_to_terms: true },
  });
  const tokens = await signUp.json();
  const code = /\b\d{6}\b/.exec(await mailTo(owner.email, /verification_code/))?.[0];
  await call(request, tokens, '/auth/verify-email-code/', { code });
  const place = { location_name: 'Quarry', location_address: '1 Quarry Road', timezone: zone };
  const { organization } = await call(request, tokens, '/users/me/complete-onboarding/', {
    ...place,
    business_type: 'single',
    onboarding_completed: true,
  });
  return { owner, tokens, base: `/admin/organizations/${organization.id}` };
}

test('an owner adds, finds and changes people, switches some off and back, and imports more', async ({
  page,
  request,
  mailTo,
  signInAs,
}) => {
  const { owner, base } = await newOwner(request, mailTo);
  await signInAs(owner);
  await visit(page, `${base}/users`);
  const people = page.getByRole('list', { name: 'Users' });

  const email = newAddress('ines');
  await page.getByRole('button', { name: 'Add person' }).click();
  const form = page.getByRole('dialog', { name: 'Add person' });
  await form.getByLabel('First name').fill('Ines');
  await form.getByLabel('Last name').fill('Marlow');
  await form.getByLabel('Email').fill(email);
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Add and send setup code' }).click();
  await expect(people.getByText('Waiting for setup')).toBeVisible();
  await mailTo(email);

  await page.getByRole('searchbox').fill('marlow');
  await expect(people.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Options for Ines Marlow' }).click();
  await page.getByRole('menuitem', { name: 'Edit details' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Ines Marlow' });
  await edit.getByLabel('Last name').fill('Marlowe');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(people.getByRole('link', { name: 'Ines Marlowe' })).toBeVisible();

  await page.getByRole('button', { name: 'Options for Ines Marlowe' }).click();
  await page.getByRole('menuitem', { name: 'Role and locations' }).click();
  const access = page.getByRole('dialog', { name: 'Role and locations of Ines Marlowe' });
  await access.getByRole('radio', { name: /^Organization admin/ }).click();
  await access.getByRole('button', { name: 'Save' }).click();
  await expect(people.getByText('Organization admin')).toBeVisible();
  await page.getByRole('searchbox').fill('');

  await visit(page, `${base}/users/import`);
  await page.getByLabel('CSV file').setInputFiles({
    name: 'members.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `Surname;Called;Mail\r\nLind;Maya;${newAddress('maya')}\r\n"Brandt; the younger";Theo;${newAddress('theo')}\r\n`,
    ),
  });
  await page.getByLabel('Called becomes').click();
  await page.getByRole('option', { name: 'First name' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Import 2 members' }).click();
  await expect(page.getByRole('list', { name: 'Imports' }).getByText('members.csv')).toBeVisible();

  await visit(page, `${base}/users`);
  await page.getByLabel('Select Maya Lind').check();
  await page.getByLabel('Select Theo Brandt; the younger').check();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  await page.getByRole('dialog', { name: 'Deactivate 2 people?' }).getByRole('button', { name: 'Deactivate' }).click();
  const done = page.getByRole('dialog', { name: '2 people deactivated' });
  await done.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('dialog', { name: '2 people activated' }).getByRole('button', { name: 'Done' }).click();
  await expect(people.getByText('Deactivated')).toHaveCount(0);

  await visit(page, `${base}/users/import`);
  await page.getByRole('list', { name: 'Imports' }).getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByRole('list', { name: 'Imports' }).getByText(/Undone/)).toBeVisible();
  await visit(page, `${base}/users`);
  await expect(people.getByRole('link', { name: 'Ines Marlowe' })).toBeVisible();
  await expect(people.getByRole('link', { name: 'Maya Lind' })).toHaveCount(0);
});

test('an owner adds a location, sets its hours, and decides about sessions on a holiday', async ({
  page,
  request,
  mailTo,
  signInAs,
}) => {
  const { owner, tokens, base } = await newOwner(request, mailTo);
  const session = await plan(request, tokens, { start_time: noon() });
  await signInAs(owner);
  await page.goto(`${base}/gyms`);
  await page.getByRole('button', { name: 'Add location' }).click();
  const form = page.getByRole('dialog', { name: 'Add location' });
  await form.getByLabel('Name').fill('Harbour');
  await form.getByLabel('Address').fill('2 Harbour Street');
  await form.getByRole('button', { name: 'Add location' }).click();
  await page.getByRole('link', { name: 'Hours of Harbour' }).click();

  await page.getByLabel('Monday opens').fill('07:00');
  await page.getByRole('button', { name: 'Options for Monday' }).click();
  await page.getByRole('menuitem', { name: 'Copy to every day' }).click();
  await expect(page.getByLabel('Sunday opens')).toHaveValue('07:00');
  await page.getByRole('button', { name: 'Save hours' }).click();
  await expect(page.getByText('Hours saved')).toBeVisible();
  await expectFits(page);

  await page.getByLabel('Location', { exact: true }).click();
  await page.getByRole('option', { name: 'Quarry' }).click();
  await page.getByRole('button', { name: 'Add special hours' }).click();
  const holiday = page.getByRole('dialog', { name: 'Add special hours' });
  const day = addDays(dayAt(Date.now(), zone), 2);
  await holiday.getByLabel('First day').fill(day);
  await holiday.getByLabel('Last day').fill(day);
  await holiday.getByLabel('What for').fill('Public holiday');
  await holiday.getByRole('button', { name: 'Save' }).click();
  const review = page.getByRole('dialog', { name: '1 session is affected' });
  const row = review.getByRole('list', { name: 'Affected sessions' }).getByRole('listitem');
  await expect(row.getByText(session.title, { exact: true })).toBeVisible();
  await row.getByRole('radio', { name: /^Cancel/ }).check();
  await expectAccessible(page);
  await review.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('list', { name: 'Special hours ahead' }).getByText(/Public holiday/)).toBeVisible();
  const { status } = await call(request, tokens, `/sessions/${session.id}/`);
  expect(status).toBe('cancelled');
});

test('a new owner works through the checklist and comes back to it after each step', async ({
  page,
  request,
  mailTo,
  signInAs,
}) => {
  const { owner, base } = await newOwner(request, mailTo);
  await signInAs(owner);
  await visit(page, '/admin');
  await page.getByRole('link', { name: /^Set your opening hours/ }).click();
  await page.getByRole('button', { name: 'Keep these hours' }).click();
  await expect(page.getByText('Hours saved')).toBeVisible();
  await visit(page, '/admin');
  await expect(page.getByRole('link', { name: /^Set your opening hours \(done\)/ })).toBeVisible();

  await page.getByRole('link', { name: /^Plan the first session/ }).click();
  const form = page.getByRole('dialog', { name: 'Create session' });
  await form.getByLabel('Title').fill('Opening night');
  await form.getByRole('button', { name: 'Create session' }).click();
  await expect(page.getByRole('link', { name: /^Plan the first session \(done\)/ })).toBeVisible();

  await page.getByRole('link', { name: /^Get ten people in/ }).click();
  const invite = page.getByRole('dialog', { name: 'Invite people' });
  const guests = [newAddress('guest'), newAddress('guest')];
  await invite.getByLabel('Emails').fill(`Ana <${guests[0]}>; ${guests[1]}`);
  await invite.getByRole('button', { name: 'Send 2 invites' }).click();
  await expect(invite.getByText('2 invites sent')).toBeVisible();
  await invite.getByRole('button', { name: 'Create a code', exact: true }).click();
  await expect(invite.getByRole('button', { name: 'Poster A4' })).toBeVisible();
  await expectFits(page);
  await expectAccessible(page);
  expect(page.url()).toContain(`${base}/invite-codes`);
  expect(await mailTo(guests[1]!)).toMatch(/\/i\/org\/[A-Z0-9]{8}/);
});

test('an owner exports everything, and a super admin imports it where the organization is not', {
  tag: '@drill',
}, async ({ page, request, mailTo, signInAs, tokensOf }) => {
  const { owner, tokens, base } = await newOwner(request, mailTo);
  const session = await plan(request, tokens, { start_time: noon() });
  await signInAs(owner);
  await page.goto(`${base}/moving`);
  await page.getByRole('button', { name: 'Export everything' }).click();
  const row = page.getByRole('list', { name: 'Exports' }).getByRole('listitem');
  await expect(row.getByText(/1 member, 1 session/)).toBeVisible();
  await expectFits(page);
  await expectAccessible(page);
  const waiting = page.waitForEvent('download');
  await row.getByRole('button', { name: /^Download/ }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/^Quarry-Gym-\d{4}-\d\d-\d\d\.zip$/);
  const file = await download.path();

  await signInAs('sam');
  await page.goto('/super-admin/organizations');
  await page.getByRole('button', { name: 'Import organization' }).click();
  const form = page.getByRole('dialog', { name: 'Import organization' });
  const bring = form.getByRole('button', { name: 'Import organization' });
  await form.getByLabel('Zip file').setInputFiles(file);
  await bring.click();
  await expect(form.getByText('This organization already exists here.')).toBeVisible();
  await expectAccessible(page);

  const { access_token } = await tokensOf('sam');
  const organization = base.split('/').at(-1) ?? '';
  const gone = await request.delete(`/api/v1/organizations/${organization}/?name=Quarry%20Gym`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  expect(gone.ok(), await gone.text()).toBe(true);
  await endDaysToRestore(process.env.E2E_DATA_DIR ?? '', organization);
  await bring.click();
  await expect(page.getByText('Quarry Gym is here')).toBeVisible();
  // The same people and sessions, with a new password.
  const refused = await request.post('/api/v1/auth/login/', { data: owner });
  expect(refused.ok()).toBe(false);
  await request.post('/api/v1/auth/password-reset/', { data: { email: owner.email } });
  const token = /reset=([\w-]{43})/.exec(await mailTo(owner.email, /reset/))?.[1];
  const confirmed = await request.post('/api/v1/auth/password-reset/confirm/', {
    data: { token, new_password: 'another set of iron bars' },
  });
  expect(confirmed.ok(), await confirmed.text()).toBe(true);
  const back = await tokensOf({ email: owner.email, password: 'another set of iron bars' });
  expect((await call(request, back, `/sessions/${session.id}/`)).title).toBe(session.title);
});
