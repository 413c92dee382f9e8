import type { Page } from '@playwright/test';
import { addDays } from '@spotter/contract/wall-clock.ts';
import { expect, test } from '../fixtures.ts';
import { plan } from '../planning.ts';
import { chip, long, open, settled, view, weekAhead } from './calendar-screen.ts';

/** A horizontal swipe, as touch events of the browser itself. */
async function swipe(page: Page, by: number) {
  const finger = await page.context().newCDPSession(page);
  const y = 560;
  const from = 200 - by / 2;
  const at = (x: number) => [{ x, y }];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) });
  for (let part = 1; part <= 8; part++)
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(from + (by * part) / 8) });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

for (const reducedMotion of ['reduce', 'no-preference'] as const)
  test(`swipes from day to day (${reducedMotion})`, {
    tag: ['@own-window', ...(reducedMotion === 'reduce' ? ['@drill'] : [])],
  }, async ({ page, signInAs, request, newMember }) => {
    const monday = weekAhead(28);
    await page.emulateMedia({ reducedMotion });
    const host = await signInAs(await newMember());
    const title = `Swipe ${reducedMotion}`;
    await plan(request, host, { title, start_time: `${addDays(monday, 3)}T07:00` });
    await page.goto(`/app/calendar?day=${addDays(monday, 2)}`);
    await settled(page);
    await expect(view(page)).toHaveText('Day');
    await swipe(page, -220);
    await expect(page).toHaveURL(new RegExp(`day=${addDays(monday, 3)}`));
    await expect(chip(page, new RegExp(`^${title}, Thursday 7:00 am`))).toBeVisible();
    await swipe(page, 220);
    await expect(page).toHaveURL(new RegExp(`day=${addDays(monday, 2)}`));
    // A short swipe does nothing.
    await swipe(page, -30);
    await expect(page).toHaveURL(new RegExp(`day=${addDays(monday, 2)}`));
  });

test('picks a time with one tap and plans with a second on a phone', async ({ page, signInAs, newMember }) => {
  const monday = weekAhead(29);
  await signInAs(await newMember());
  await open(page, 'day', addDays(monday, 1));
  await expect(page.getByText('No sessions on Tuesday')).toBeVisible();
  const column = await page.getByRole('list', { name: new RegExp(long(addDays(monday, 1))) }).boundingBox();
  if (!column) throw new Error('There is no Tuesday.');
  await page.touchscreen.tap(column.x + 60, column.y + 75);
  const cursor = page.locator('[data-cursor]');
  await expect(cursor).toHaveAccessibleName(/at 6:00 am$/);
  await expect(cursor).toBeFocused();
  await cursor.tap();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Create session' })).toBeVisible();
});

test('shows three days on a phone, swipes months, and joins from the agenda', async ({
  page,
  request,
  signInAs,
  tokensOf,
  newMember,
}) => {
  const monday = weekAhead(28);
  const { title } = await plan(request, await tokensOf(await newMember()), { start_time: `${monday}T10:00` });
  await signInAs(await newMember());
  await open(page, 'week', monday);
  await expect(view(page)).toHaveText('3 days');
  await expect(page.getByRole('list', { name: /sessions?$/ })).toHaveCount(3);
  await page.getByRole('button', { name: 'Next three days' }).click();
  await expect(page).toHaveURL(new RegExp(`day=${addDays(monday, 3)}`));

  await open(page, 'month', monday);
  const month = page.getByRole('heading', { level: 2 }).first();
  const before = await month.innerText();
  const { y = 0 } = (await page.getByRole('button', { name: new RegExp(`^${long(monday)}`) }).boundingBox()) ?? {};
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: number[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: at.map((x) => ({ x, y: y + 10 })) });
  await touch('touchStart', 300);
  await touch('touchMove', 240);
  await touch('touchMove', 60);
  await touch('touchEnd');
  await expect(month).not.toHaveText(before);

  await open(page, 'agenda', monday);
  await page.getByRole('button', { name: `Join ${title}` }).click();
  await expect(page.getByRole('listitem').filter({ hasText: title }).getByText("You're in")).toBeVisible();
});
