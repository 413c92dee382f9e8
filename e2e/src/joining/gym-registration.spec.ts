import type { Page } from '@playwright/test';
import { expect, expectAccessible, forgetSignIn, newAddress, test } from '../fixtures.ts';
import { goBack } from '../go-back.ts';

const next = (page: Page) => page.getByRole('button', { name: 'Next' });

test('takes an owner from the landing page to the admin dashboard', async ({ page, mailTo }) => {
  const owner = newAddress('owner');
  await page.goto('/');
  await page.getByRole('link', { name: 'Join the free pilot' }).first().click();
  await expect(page).toHaveURL(/\/register\/gym$/);

  await test.step('information', async () => {
    await next(page).click();
    for (const problem of [
      'Organization name is required',
      'Please select number of locations',
      'Phone is required',
      'Email is required',
      'Member estimate is required',
    ])
      await expect(page.getByText(problem)).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByLabel('Country')).toHaveValue('Australia');
    await page.getByLabel('Organization name').fill('Granite Works');
    await page.getByRole('radio', { name: /Single/ }).check();
    await page.getByLabel('Members').click();
    await page.getByRole('option', { name: '51 to 200 members' }).click();
    await page.getByLabel('Phone').fill('+61 8 5550 0199');
    await page.getByLabel('Email').fill('not an address');
    await next(page).click();
    await expect(page.getByText('Invalid email address')).toBeVisible();
    await page.getByLabel('Email').fill(owner);
    await next(page).click();
  });

  await test.step('location', async () => {
    await expect(page.getByLabel('Location name')).toHaveValue('Granite Works');
    await next(page).click();
    await expect(page.getByText('Address is required')).toBeVisible();
    await page.getByLabel('Address').fill('3 Quarry Road, Perth WA');
    await expect(page.getByLabel('Timezone')).toHaveValue(/Perth/);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Previous' }).click();
    await expect(page.getByLabel('Organization name')).toHaveValue('Granite Works');
    await next(page).click();
    await expect(page.getByLabel('Address')).toBeVisible();
    await goBack(page);
    await expect(page.getByLabel('Organization name')).toHaveValue('Granite Works');
    await page.reload();
    await expect(page.getByLabel('Organization name')).toHaveValue('Granite Works');
    await next(page).click();
    await expect(page.getByLabel('Address')).toHaveValue('3 Quarry Road, Perth WA');
    await next(page).click();
  });

  await test.step('account', async () => {
    const complete = page.getByRole('button', { name: 'Complete Registration' });
    await expect(complete).toBeVisible();
    await goBack(page);
    await expect(page.getByLabel('Address')).toHaveValue('3 Quarry Road, Perth WA');
    await goBack(page);
    await next(page).click();
    await next(page).click();
    await complete.click();
    for (const problem of ['First name is required', 'Last name is required', 'Email is required'])
      await expect(page.getByText(problem)).toBeVisible();
    await expect(page.getByText('You must agree to the terms')).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('First name').fill('Greta');
    await page.getByLabel('Last name').fill('Stein');
    await page.getByLabel('Admin email').fill(owner);
    await page.getByLabel('I agree to the terms of service and the privacy policy').check();
    const sent: string[] = [];
    page.on('request', (request) => request.url().endsWith('/gyms/register/') && sent.push(request.method()));
    await complete.dblclick();
    await expect(page.getByText(`An email with login credentials was sent to ${owner}.`)).toBeVisible();
    expect(sent).toEqual(['POST']);
    await expectAccessible(page);
    for (const step of [
      'Check your email',
      'Log in to the admin dashboard',
      'Complete the gym profile',
      'Invite staff and members',
    ])
      await expect(page.getByText(step)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to Homepage' })).toHaveAttribute('href', '/');
  });

  const welcome = await mailTo(owner, /welcome|setup/);
  const code = /\b[A-Z]+-20\d\d-[A-Z]+\b/.exec(welcome)?.[0] ?? '';
  expect(code).not.toBe('');
  expect(welcome).toContain('/login?');

  await test.step('accepts the setup code once and asks for a password', async () => {
    await page.goto(`/login?setup=true&email=${encodeURIComponent(owner)}`);
    await page.getByLabel('Setup code').fill(code);
    await page.getByRole('button', { name: 'Complete setup' }).click();
    await expect(page.getByRole('heading', { name: 'Choose your password' })).toBeVisible();
    await page.goto('/admin');
    await expect(page.getByRole('heading', { name: 'Choose your password' })).toBeVisible();
    await page.getByLabel('New password', { exact: true }).fill('granite and chalk');
    await page.getByLabel('Confirm new password').fill('granite and chalk');
    await page.getByRole('button', { name: 'Save and continue' }).click();
  });
  await onboard(page, owner, mailTo);
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Granite Works');
  await page.goto('/onboarding');
  await expect(page).toHaveURL(/\/admin$/);

  await forgetSignIn(page);
  await page.goto(`/login?setup=true&email=${encodeURIComponent(owner)}`);
  await page.getByLabel('Setup code').fill(code);
  await page.getByRole('button', { name: 'Complete setup' }).click();
  await expect(page.getByRole('alert')).toHaveText('Incorrect email or password.');
});

/** Completes the onboarding wizard from the owner's first step. */
async function onboard(page: Page, owner: string, mailTo: (email: string, kind?: RegExp) => Promise<string>) {
  await expect(page).toHaveURL(/\/onboarding$/);
  const verify = page.getByRole('heading', { name: 'Verify your email' });
  const business = page.getByRole('heading', { name: 'What kind of business do you run?' });
  await expect(verify.or(business)).toBeVisible();
  if (await verify.isVisible()) {
    const digits = /\b\d{6}\b/.exec(await mailTo(owner, /verif|code/))?.[0] ?? '';
    const field = page.getByLabel('Verification code');
    await expect(page.getByText(/You can resend the code in \d+ s/)).toBeVisible();
    await field.pressSequentially(digits === '000000' ? '111111' : '00 00x00');
    await expect(page.getByText('Invalid verification code. Please try again.')).toBeVisible();
    await expectAccessible(page);
    await field.fill(digits);
    await expect(page.getByRole('heading', { name: 'Email Verified' })).toBeVisible();
  }
  await expect(business).toBeVisible();
  const single = page.getByRole('radio', { name: /Single location/ });
  // The long registration has asked already.
  if (!(await single.isChecked())) {
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Please select your business type')).toBeVisible();
    await expectAccessible(page);
    await single.check();
  }
  await page.getByRole('button', { name: 'Continue' }).click();
  const name = page.getByLabel('Location name');
  await expect(name).toBeVisible();
  // A page of its own would lead here again by the guards, loaded anew.
  const stays = () => page.evaluate(() => Boolean(Object.getOwnPropertyDescriptor(window, 'stays')));
  await page.evaluate(() => Object.assign(window, { stays: true }));
  await goBack(page);
  await expect(business).toBeVisible();
  expect(await stays()).toBe(true);
  await page.getByRole('button', { name: 'Continue' }).click();
  const kept = await name.inputValue();
  await name.fill('');
  await page.getByRole('button', { name: 'Complete setup' }).click();
  await expect(page.getByText('Please fill in all location details')).toBeVisible();
  await expectAccessible(page);
  await name.fill(kept);
  if ((await page.getByLabel('Address').inputValue()) === '') await page.getByLabel('Address').fill('5 Ledge Street');
  await page.getByRole('button', { name: 'Complete setup' }).dblclick();
}

test('signs an owner up on one page', { tag: ['@desktop', '@drill'] }, async ({ page, mailTo }) => {
  const owner = newAddress('quick');
  await page.goto('/register/gym-simple');
  await expect(page.getByText('30-day free trial').first()).toBeVisible();
  const start = page.getByRole('button', { name: 'Start your free trial' });
  await start.click();
  for (const problem of ['First name is required', 'Last name is required', 'Email is required', 'Phone is required'])
    await expect(page.getByText(problem)).toBeVisible();
  await expect(page.getByText('Gym name is required')).toBeVisible();
  await expect(page.getByText('You must agree to the terms')).toBeVisible();
  await page.getByLabel('Gym name').fill('Ledge Street Gym');
  await page.getByLabel('First name').fill('Quin');
  await page.getByLabel('Last name').fill('Ito');
  await page.getByLabel('Email').fill(owner);
  await page.getByLabel('Phone').fill('call me');
  await page.getByLabel('Password', { exact: true }).fill('seven77');
  await page.getByLabel('Confirm password').fill('seven7');
  await page.getByLabel('I agree to the terms of service and the privacy policy').check();
  await start.click();
  await expect(page.getByText('Invalid phone number')).toBeVisible();
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await page.getByLabel('Phone').fill('+61 (8) 5550-0177');
  await page.getByLabel('Password', { exact: true }).fill('ledge and chalk');
  await page.getByLabel('Confirm password').fill('ledge and chalk');
  await start.dblclick();
  await onboard(page, owner, mailTo);
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ledge Street Gym');

  await forgetSignIn(page);
  await page.goto('/register/gym-simple');
  for (const [label, value] of [
    ['Gym name', 'Another Gym'],
    ['First name', 'Quin'],
    ['Last name', 'Ito'],
    ['Email', owner.toUpperCase()],
    ['Phone', '0855500177'],
  ] as const)
    await page.getByLabel(label).fill(value);
  await page.getByLabel('Password', { exact: true }).fill('ledge and chalk');
  await page.getByLabel('Confirm password').fill('ledge and chalk');
  await page.getByLabel('I agree to the terms of service and the privacy policy').check();
  await start.click();
  const taken = 'An account with this email already exists.';
  await expect(page.getByRole('alert').first()).toHaveText(taken);
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(taken);
});
