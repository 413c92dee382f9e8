import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectFits, newAddress, test } from '../fixtures.ts';

const password = 'chalk and iron bars';
const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"><rect width="300" height="100" fill="#0f766e"/></svg>`;

const tokenOf = (page: Page, name: string) =>
  page.evaluate((token) => getComputedStyle(document.documentElement).getPropertyValue(token), name);

test('an owner makes a brand from a color, sees it on real screens, and publishes it to open apps', {
  tag: '@desktop',
}, async ({ page, request, mailTo, signInAs }) => {
  const owner = { email: newAddress('owner'), password };
  const form = { first_name: 'Greta', last_name: 'Stein', phone: '+61 8 5550 0199', gym_name: 'Quarry Gym' };
  const signUp = await request.post('/api/v1/gyms/register/simplified/', {
    data: { ...form, ...owner, confirm_password: password, agree_to_terms: true },
  });
  const headers = { Authorization: `Bearer ${(await signUp.json()).access_token}` };
  const code = /\b\d{6}\b/.exec(await mailTo(owner.email, /verification_code/))?.[0];
  await request.post('/api/v1/auth/verify-email-code/', { headers, data: { code } });
  const place = { location_name: 'Quarry', location_address: '1 Quarry Road', timezone: 'Australia/Sydney' };
  await request.post('/api/v1/users/me/complete-onboarding/', {
    headers,
    data: { business_type: 'single', ...place, onboarding_completed: true },
  });
  const { organization } = await (await request.get('/api/v1/users/me/', { headers })).json();
  await signInAs(owner);

  await page.goto(`/admin/organizations/${organization.id}/theme`);
  const frame = page.frameLocator('iframe[title="Home in this theme"]');
  await expect(frame.getByRole('heading', { name: /Ana/ })).toBeVisible();
  await expectFits(page);
  const app = await page.context().newPage();
  await app.goto('/app?onboarding=skip');
  await expect(app.getByRole('heading', { name: /Greta/ })).toBeVisible();

  await page.getByLabel('Your color', { exact: true }).fill('#0f766e');
  await page.getByRole('button', { name: /^Bold/ }).click();
  const groundOfFrame = () =>
    frame.locator('html').evaluate((html) => getComputedStyle(html).getPropertyValue('--color-bg-main'));
  await expect.poll(groundOfFrame).not.toBe('#ffffff');
  const ground = await groundOfFrame();
  await page.getByRole('tab', { name: 'Images' }).click();
  await expect(page.getByRole('heading', { name: 'Logo' })).toBeVisible();
  await expectAccessible(page);
  // The panel of the tab before has one, too, and may leave a moment later.
  await page
    .getByRole('tabpanel', { name: 'Images' })
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(logo) });
  await expect(page.getByRole('button', { name: 'Use picture' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use picture' }).click();
  await expect(page.getByRole('img', { name: 'Logo' })).toHaveJSProperty('complete', true);
  await expect(frame.getByRole('img', { name: 'Quarry Gym' }).filter({ visible: true }).first()).toHaveAttribute(
    'src',
    /^\/files\//,
  );

  // Reloading loses nothing; leaving asks.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText('Not published')).toBeVisible();
  await page.getByRole('link', { name: 'Session types' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish this theme?' });
  // Before and after are the app itself, each in its own theme, and shown only once it wears it.
  for (const [side, main] of [
    ['before', '#ffffff'],
    ['after', ground],
  ] as const) {
    const picture = dialog.frameLocator(`iframe[title="Home, ${side}"]`);
    await expect(picture.getByRole('heading', { name: /Ana/ })).toBeVisible();
    const shown = picture
      .locator('html')
      .evaluate((html) => getComputedStyle(html).getPropertyValue('--color-bg-main'));
    expect(await shown).toBe(main);
    await expect(dialog.getByTitle(`Home, ${side}`)).toHaveCSS('opacity', '1');
  }
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Published', { exact: true })).toBeVisible();

  await expect.poll(() => tokenOf(app, '--color-bg-main')).toBe(ground);
  await expect(app.getByRole('img', { name: 'Quarry Gym' }).filter({ visible: true }).first()).toHaveAttribute(
    'src',
    /^\/files\//,
  );
  await app.goto('/app');
  await expect(app.getByRole('heading', { name: /Greta/ })).toBeVisible();
  expect(await tokenOf(app, '--color-bg-main')).toBe(ground);
  await app.close();

  // Not one frame of the editor is in other colors when it is opened again.
  const again = await page.context().newPage();
  await again.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    const look = () => {
      if (document.body) seen.add(getComputedStyle(document.documentElement).getPropertyValue('--color-bg-main'));
      requestAnimationFrame(look);
    };
    look();
  });
  await again.goto(`/admin/organizations/${organization.id}/theme`);
  await expect(again.frameLocator('iframe').getByRole('heading', { name: /Ana/ })).toBeVisible();
  expect(await again.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])).toEqual([ground]);
  await again.close();
});
