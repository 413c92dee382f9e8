import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { addDays } from '@spotter/contract/wall-clock.ts';
import { expect, expectAccessible, test, undo } from '../fixtures.ts';
import { plan, type Tokens } from '../planning.ts';
import { chip, headers, long, open, weekAhead } from './calendar-screen.ts';

const startOf = async (request: APIRequestContext, who: Tokens, id: string): Promise<string> => {
  const session = await (await request.get(`/api/v1/sessions/${id}/`, { headers: headers(who) })).json();
  return session.start_time.local.slice(0, 16);
};

/** Drags something by some pixels, and runs `look` before letting go. */
async function drag(page: Page, from: Locator, by: { x: number; y: number }, look?: () => Promise<void>) {
  await from.scrollIntoViewIfNeeded();
  const box = await from.boundingBox();
  if (!box) throw new Error('There is nothing to drag.');
  const start = { x: box.x + box.width / 2, y: box.y + 8 };
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + by.x / 2, start.y + by.y / 2, { steps: 4 });
  await page.mouse.move(start.x + by.x, start.y + by.y, { steps: 4 });
  await look?.();
  await page.mouse.up();
}

const dayWidth = async (page: Page, day: RegExp) =>
  (await page.getByRole('list', { name: day }).boundingBox())?.width ?? 0;

test('plans a session by drawing on the grid', { tag: '@desktop' }, async ({ page, signInAs, newMember }) => {
  const monday = weekAhead(23);
  await signInAs(await newMember());
  await open(page, 'week', monday);
  await expect(page.getByText('No sessions this week')).toBeVisible();
  const wednesday = page.getByRole('list', { name: new RegExp(long(addDays(monday, 2))) });
  const box = await wednesday.boundingBox();
  if (!box) throw new Error('There is no Wednesday.');
  // The grid starts at five; a minute is a pixel.
  const y = box.y + (7 - 5) * 60 + 2;
  await page.mouse.move(box.x + 40, y);
  await page.mouse.down();
  await page.mouse.move(box.x + 40, y + 80, { steps: 5 });
  await expect(page.locator('[data-ghost]')).toContainText('7:00 am to 8:30 am');
  await expect(page.locator('[data-ghost]')).toContainText('1 h 30 min');
  await page.mouse.up();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Create session' })).toBeVisible();
  const state = await page.evaluate(() => history.state?.usr?.modals?.[0]);
  expect(state).toMatchObject({ name: 'create-session', start: `${addDays(monday, 2)}T07:00`, minutes: 90 });
});

test('plans a session with the keyboard', { tag: '@desktop' }, async ({ page, signInAs, newMember }) => {
  const monday = weekAhead(23);
  await signInAs(await newMember());
  await open(page, 'week', monday);
  const cursor = page.locator('[data-cursor]');
  await cursor.focus();
  await expect(cursor).toHaveAccessibleName(`Create a session on ${long(monday)} at 5:00 am`);
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'Shift+ArrowDown']) await page.keyboard.press(key);
  await expect(cursor).toHaveAccessibleName(`Create a session on ${long(addDays(monday, 1))} at 6:30 am`);
  await page.keyboard.press('PageDown');
  await expect(cursor).toHaveAccessibleName(`Create a session on ${long(addDays(monday, 8))} at 6:30 am`);
  await expect(cursor).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Create session' })).toBeVisible();
  const state = await page.evaluate(() => history.state?.usr?.modals?.[0]);
  expect(state).toMatchObject({ start: `${addDays(monday, 8)}T06:30`, minutes: 60 });
});

test('moves a dragged session and undoes the move', { tag: '@desktop' }, async ({
  page,
  signInAs,
  request,
  newMember,
}) => {
  const monday = weekAhead(24);
  const host = await signInAs(await newMember());
  const { id } = await plan(request, host, { title: 'Zercher squats', start_time: `${addDays(monday, 1)}T09:00` });
  await open(page, 'week', monday);
  const before = chip(page, /^Zercher squats, Tuesday 9:00 am/);
  const after = chip(page, /^Zercher squats, Thursday 11:00 am to 12:00 pm/);
  const width = await dayWidth(page, new RegExp(long(monday)));

  await drag(page, before, { x: 2 * (width + 4), y: 120 }, () =>
    expect(page.locator('[data-ghost]')).toContainText('11:00 am to 12:00 pm'),
  );
  await expect(after).toBeVisible();
  await expect(page.getByText(/^Moved to/)).toBeVisible();
  await expect.poll(() => startOf(request, host, id)).toBe(`${addDays(monday, 3)}T11:00`);
  await undo(page);
  await expect(before).toBeVisible();
  await expect.poll(() => startOf(request, host, id)).toBe(`${addDays(monday, 1)}T09:00`);

  // Dragging the lower edge makes it longer.
  const box = await before.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + (box?.height ?? 0) - 3);
  await page.mouse.down();
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + (box?.height ?? 0) + 30, { steps: 4 });
  await page.mouse.up();
  await expect(chip(page, /^Zercher squats, Tuesday 9:00 am to 10:30 am/)).toBeVisible();
  await expect(page.getByText('Now ends at 10:30 am.')).toBeVisible();
  await undo(page);
  await expect(chip(page, /^Zercher squats, Tuesday 9:00 am to 10:00 am/)).toBeVisible();

  // The gym opens at seven on Sunday: the ghost says so, and dropping there changes nothing.
  await drag(page, before, { x: 5 * (width + 4), y: -200 }, () =>
    expect(page.locator('[data-ghost]')).toContainText(/Opens at 7:00 am/),
  );
  await expect(page.locator('[data-ghost]')).toHaveCount(0);
  await expect(before).toBeVisible();
  // Escape cancels the drag.
  await drag(page, before, { x: 0, y: 120 }, () => page.keyboard.press('Escape'));
  await expect(before).toBeVisible();
  expect(await startOf(request, host, id)).toBe(`${addDays(monday, 1)}T09:00`);
});

test('asks which sessions of a series to move', { tag: ['@desktop', '@drill'] }, async ({
  page,
  signInAs,
  request,
  newMember,
}) => {
  // Series are created only a few weeks ahead.
  const monday = weekAhead(3);
  const host = await signInAs(await newMember());
  await plan(request, host, {
    title: 'Weekly deadlifts',
    start_time: `${monday}T13:00`,
    repeat_rule: 'FREQ=WEEKLY;COUNT=3',
  });
  await open(page, 'week', monday);
  await drag(page, chip(page, /^Weekly deadlifts, Monday 1:00 pm/), { x: 0, y: 60 });
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Move Weekly deadlifts?' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByText('This and following').click();
  await dialog.getByRole('button', { name: 'Move session' }).click();
  await expect(chip(page, /^Weekly deadlifts, Monday 2:00 pm/)).toBeVisible();
  await expect(page.getByText(/^Moved to/)).toBeVisible();
  await page.getByRole('button', { name: 'Next week' }).click();
  await expect(chip(page, /^Weekly deadlifts, Monday 2:00 pm/)).toBeVisible();
});
