import type { Page } from '@playwright/test';
import { expect, expectAccessible, goInApp, phone, test } from '../fixtures.ts';
import { goBack } from '../go-back.ts';
import { setText } from '../sweeps/large-text.ts';

const tour = (page: Page) => page.getByRole('dialog');

test('pauses the tour, resumes it on another page, and finishes it', async ({ page, browser, signInAs, newMember }) => {
  const member = await newMember();
  await signInAs(member);
  await page.goto('/app');
  await page.getByRole('button', { name: 'Start tour' }).click();
  await expect(tour(page).getByRole('heading', { name: 'Welcome to Iron Harbour' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(tour(page).getByText('2 of 6')).toBeVisible();
  // Nothing is planned yet, so the tour points at sessions to join.
  await expect(page.locator('[data-tour=next]')).toHaveCount(0);
  await expect(page.locator('[data-tour=joinable]').getByRole('listitem').first()).toBeInViewport();
  await expectAccessible(page, 'html');
  // Not the step before, which may still be on its way.
  const saved = page.waitForResponse((response) => {
    const request = response.request();
    const isSaving = response.url().endsWith('/user-preferences/') && request.method() === 'PUT';
    return isSaving && request.postDataJSON().onboarding.pausedAt !== null;
  });
  await page.keyboard.press('Escape');
  await expect(tour(page)).toBeHidden();
  await expect(page.getByText('Your tour is paused.')).toBeVisible();
  expect((await saved).ok()).toBe(true);

  // Another device continues at the synced step.
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await signInAs(member, other);
  await other.goto('/app');
  await other.getByRole('button', { name: 'Resume tour' }).click();
  await expect(tour(other).getByText('2 of 6')).toBeVisible();
  await tour(other).getByRole('button', { name: 'Previous' }).click();
  await expect(tour(other).getByText('1 of 6')).toBeVisible();
  await expect(tour(other).getByRole('button', { name: 'Previous' })).toBeHidden();
  for (const place of ['2', '3', '4', '5', '6']) {
    await tour(other).getByRole('button', { name: 'Next' }).click();
    await expect(tour(other).getByText(`${place} of 6`)).toBeVisible();
  }
  await tour(other).getByRole('button', { name: 'Done' }).click();
  await expect(tour(other)).toBeHidden();
  // Only the profile prompt is left.
  await expect(other.getByText('Complete your profile.')).toBeVisible();
  await elsewhere.close();
});

test('sets a level when the tour is skipped and resets it by address', { tag: '@drill' }, async ({
  page,
  signInAs,
  newMember,
}) => {
  await signInAs(await newMember());
  await page.goto('/app');
  const levelled = page.waitForRequest((request) => request.method() === 'PUT' && request.url().endsWith('/users/me/'));
  await page.getByRole('region', { name: 'Tour' }).getByRole('button', { name: 'Skip' }).click();
  expect((await levelled).postDataJSON()).toEqual({ fitness_level: 'intermediate' });
  await expect(page.getByRole('region', { name: 'Tour' })).toBeHidden();
  await expect(page.getByText('Complete your profile.')).toBeHidden();
  const kept = () =>
    page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.startsWith('onboarding_')) ?? '';
      return JSON.parse(localStorage.getItem(key) ?? '{}');
    });
  await expect
    .poll(kept)
    .toMatchObject({ version: 1, tourStatus: 'skipped', profileCompleted: true, device: 'mobile' });
  await page.goto('/app?onboarding=reset');
  await expect(page.getByRole('button', { name: 'Start tour' })).toBeVisible();
  await page.goto('/app?onboarding=skip');
  await expect.poll(async () => (await kept()).tourStatus).toBe('skipped');
  await expect(page.getByRole('button', { name: 'Start tour' })).toBeHidden();
});

test('shows tips after 30 seconds and two actions', { tag: ['@desktop', '@own-window', '@drill'] }, async ({
  page,
  signInAs,
  newMember,
}) => {
  await page.clock.install();
  await signInAs(await newMember());
  // The action counter loads after the page: it is ready once the skip has been sent.
  const skipped = page.waitForResponse(
    (response) => response.url().endsWith('/user-preferences/') && response.request().method() === 'PUT',
  );
  await page.goto('/app?onboarding=skip');
  expect((await skipped).ok()).toBe(true);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Noor');
  const tip = page.getByRole('complementary', { name: 'Tip' });
  await page.clock.runFor(40_000);
  await expect(tip).toBeHidden();
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.clock.runFor(2_000);
  await expect(tip).toBeVisible();
  await tip.getByRole('button', { name: 'Got it' }).click();
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.clock.runFor(20_000);
  await expect(tip).toBeHidden();
  await page.clock.runFor(15_000);
  await expect(tip).toBeVisible();
  // Last, because the page's clock keeps running during these checks.
  await expectAccessible(page);
  // On a session's own page no tip covers the main action.
  await goInApp(page, '/app/sessions/none');
  await expect(page.getByText("This session isn't on the calendar")).toBeVisible();
  await expect(tip).toBeHidden();
  await goBack(page);
  await expect(tip).toBeVisible();
  // On a phone with large text, it leaves half of home and the places below free.
  await page.setViewportSize(phone);
  await setText(page, 200);
  await expect(tip.getByRole('button', { name: 'Got it' })).toBeInViewport({ ratio: 1 });
  const [{ y = 0, height = 0 }, places] = [
    (await tip.boundingBox()) ?? {},
    await page.getByRole('navigation', { name: 'Main' }).boundingBox(),
  ];
  expect(height).toBeLessThan(phone.height / 2);
  expect(y + height).toBeLessThanOrEqual(places?.y ?? 0);
});

test('verifies an email with the emailed code', async ({ page, signInAs, newUnverifiedMember, mailTo }) => {
  const member = await newUnverifiedMember();
  await signInAs(member);
  await page.goto('/app');
  await page.getByRole('button', { name: 'Enter code' }).click();
  const code = page.getByLabel('Verification code');
  const digits = /\b\d{6}\b/.exec(await mailTo(member.email, /verification_code/))?.[0] ?? '';
  await code.fill(digits === '123456' ? '654321' : '123456');
  await expect(page.getByText('Invalid verification code. Please try again.')).toBeVisible();
  await expectAccessible(page);
  await code.fill(digits);
  await expect(page.getByText('Email Verified')).toBeVisible();
  await expect(page.getByText('Confirm your email.')).toBeHidden();
});
