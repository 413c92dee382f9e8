import { expect, expectAccessible, newAddress, test } from '../fixtures.ts';

test('opens one landing page question at a time and works without scripts', { tag: '@desktop' }, async ({
  page,
  browser,
}) => {
  await page.goto('/#faq');
  const open = page.locator('details[open] summary');
  await expect(open).toHaveText(['What does it cost?']);
  await page.getByText('Do our members need to install anything?').click();
  await expect(open).toHaveText(['Do our members need to install anything?']);
  for (const anchor of ['#how-it-works', '#benefits', '#faq']) await expect(page.locator(anchor)).toBeAttached();
  const scriptless = await browser.newContext({ javaScriptEnabled: false });
  const plain = await scriptless.newPage();
  await plain.goto('/');
  for (const claim of ['12 spots left', '50% off forever', '24/7 support'])
    await expect(plain.getByText(claim).first()).toBeAttached();
  await scriptless.close();
});

test('nominates a gym', { tag: '@desktop' }, async ({ page, faults }) => {
  faults.expected.push(/Failed to load resource/);
  await page.goto('/nominate');
  const submit = page.getByRole('button', { name: 'Submit nomination' });
  for (const section of ['Your Information', 'Gym Information', 'Tell Us More', "How We'll Contact You"])
    await expect(page.getByRole('heading', { name: section })).toBeVisible();
  await submit.click();
  for (const problem of [
    'Name is required',
    'Email is required',
    'Gym name is required',
    'Address is required',
    'Please tell us why',
    'Please select a contact preference',
  ])
    await expect(page.getByText(problem, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'Phone' }).check();
  await expect(submit).toBeDisabled();
  await page.getByLabel('Your phone').fill('+61 400 555 010');
  await expect(submit).toBeEnabled();
  await page.getByLabel('Name', { exact: true }).fill('Ida Maria Berg');
  await page.getByRole('textbox', { name: 'Email' }).fill('ida');
  await page.getByLabel('Gym name').fill('Barbell Barn');
  await page.getByLabel('Address').fill('1 Barn Lane, Albury');
  await page.getByLabel('Why should this gym be on Spotter?').fill('We already train together.');
  await submit.click();
  await expect(page.getByText('Invalid email address')).toBeVisible();
  await page.getByRole('textbox', { name: 'Email' }).fill(newAddress('ida'));

  await page.route('**/gyms/nominations/', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
  await submit.click();
  await expect(page.getByRole('alert')).toHaveText('Failed to submit nomination. Please try again.');
  const sent = page.waitForRequest('**/gyms/nominations/');
  await submit.click();
  expect((await sent).postDataJSON()).toMatchObject({
    nominator_first_name: 'Ida',
    nominator_last_name: 'Maria Berg',
    contact_preference: 'phone',
    gym_name: 'Barbell Barn',
    comments: 'We already train together.',
  });
  await expect(page.getByRole('heading', { name: 'Thank you for your nomination' })).toBeVisible();
  await expectAccessible(page);
});

test('runs a demo, shows the time left, and leaves no traces', { tag: '@own-window' }, async ({ page, faults }) => {
  faults.expected.push(/Failed to load resource/, /Failed to start demo session/);
  await page.route(
    '**/demo/start/',
    (route) => route.fulfill({ status: 503, json: { error: 'x', code: 'demo_failed' } }),
    {
      times: 1,
    },
  );
  // The page redirects as soon as it knows where, perhaps before it has loaded.
  await page.goto('/demo', { waitUntil: 'commit' });
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('alert')).toHaveText('Failed to start demo. Please try again.');

  // A demo may start before the test can look, so the start is held until it was seen.
  const seen = Promise.withResolvers<void>();
  await page.route(
    '**/demo/start/',
    async (route) => {
      await seen.promise;
      await route.continue();
    },
    { times: 1 },
  );
  await page.goto('/demo', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Starting Demo Session' })).toBeVisible();
  await expectAccessible(page);
  seen.resolve();
  await expect(page).toHaveURL(/\/app$/);
  const banner = page.getByRole('region', { name: 'Demo' });
  await expect(banner).toContainText(/You're trying Spotter as .+\. \d+ (min|h).* left\./);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expectAccessible(page);
  await banner.getByRole('button', { name: /^Things to try/ }).click();
  await expect(page.getByRole('dialog', { name: 'Things to try' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  const flags = await page.evaluate(() => ({ ...sessionStorage }));
  expect(flags).toMatchObject({ is_demo_user: 'true', demo_persona: /./, demo_expires_at: /^\d{4}-/ });

  // The demo's hour has passed.
  await page.clock.install();
  await page.clock.fastForward('02:00:00');
  await expect(page.getByRole('dialog', { name: 'This demo has ended.' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Make it yours' }).click();
  await expect(page).toHaveURL(/\/register\/gym$/);
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
});
