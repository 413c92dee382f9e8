import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { addDays, dayAt, weekdayOf } from '@spotter/contract/wall-clock.ts';
import { type CastName, expect, expectAccessible, expectFits, goInApp, test } from '../fixtures.ts';
import { plan, type Tokens } from '../planning.ts';

const ZONE = 'Australia/Sydney';

const today = () => dayAt(Date.now(), ZONE);
const mondayOf = (day: string) => addDays(day, -weekdayOf(day));

/** Each test has a week of its own, beyond what the sample repeats, so that none sees what another makes. */
const weekAhead = (weeks: number) => mondayOf(addDays(today(), weeks * 7));

const headers = ({ access_token }: Pick<Tokens, 'access_token'>) => ({ Authorization: `Bearer ${access_token}` });

const startOf = async (request: APIRequestContext, who: Tokens, id: string): Promise<string> => {
  const session = await (await request.get(`/api/v1/sessions/${id}/`, { headers: headers(who) })).json();
  return session.start_time.local.slice(0, 16);
};

async function settled(page: Page) {
  await expect(page.getByRole('heading', { name: 'Calendar', exact: true })).toBeAttached();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

async function open(page: Page, view: string, day?: string) {
  await page.goto(`/app/calendar?view=${view}${day ? `&day=${day}` : ''}`);
  await settled(page);
}

const chip = (page: Page, name: RegExp | string) => page.getByRole('button', { name });
const view = (page: Page) => page.getByRole('navigation', { name: 'View' }).locator('[aria-current=page]');

/** Takes hold of something and lets it go some pixels away, with the ghost looked at before. */
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

/** How wide a day is. */
const dayWidth = async (page: Page, day: RegExp) =>
  (await page.getByRole('list', { name: day }).boundingBox())?.width ?? 0;

const long = (day: string) =>
  new Intl.DateTimeFormat('en-AU', { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' }).format(
    new Date(`${day}T00:00:00Z`),
  );

test('keeps the calendar view in the address, by link and by key', { tag: '@desktop' }, async ({ page, signInAs }) => {
  await signInAs('ana');
  await page.goto('/app/calendar');
  await settled(page);
  await expect(view(page)).toHaveText('Week');
  await page.keyboard.press('d');
  await expect(page).toHaveURL(/view=day/);
  await expect(view(page)).toHaveText('Day');
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(new RegExp(`day=${addDays(today(), 1)}`));
  await page.getByRole('link', { name: 'Month' }).click();
  await expect(page.getByRole('button', { name: /sessions?$/ }).first()).toBeVisible();
  await page.keyboard.press('a');
  await expect(view(page)).toHaveText('Agenda');
  await page.goBack();
  await expect(view(page)).toHaveText('Month');
  await page.reload();
  await expect(view(page)).toHaveText('Month');
  await expect(page).toHaveURL(new RegExp(`day=${addDays(today(), 1)}`));
  await page.keyboard.press('t');
  await expect(page).not.toHaveURL(/day=/);
  await page.keyboard.press('w');
  await page.getByRole('button', { name: 'Next week' }).click();
  await expect(page).toHaveURL(new RegExp(`day=${addDays(today(), 7)}`));

  await page.getByRole('button', { name: /20\d\d$/ }).click();
  const picker = page.getByRole('dialog');
  await picker.getByRole('button', { name: long(addDays(today(), 7)) }).press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`day=${addDays(today(), 8)}`));

  await page.keyboard.press('/');
  await expect(page.getByLabel('Search sessions')).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`day=${addDays(today(), 8)}`));
});

test('filters the calendar by type and text and opens a session', async ({ page, signInAs, request, newMember }) => {
  const monday = weekAhead(22);
  const host = await signInAs(await newMember());
  await plan(request, host, { title: 'Chalk and plates', start_time: `${monday}T10:00` });
  await plan(request, host, { title: 'Towpath run', workout_type: 'cardio', start_time: `${monday}T10:30` });
  await open(page, 'day', monday);
  const plates = chip(page, /^Chalk and plates, Monday 10:00 am to 11:00 am, You're in$/);
  const run = chip(page, /^Towpath run, Monday 10:30 am to 11:30 am, You.re in$/);
  await expect(plates).toBeVisible();
  // Side by side, since they overlap.
  const [one, other] = [await plates.boundingBox(), await run.boundingBox()];
  expect((one?.x ?? 0) + (one?.width ?? 0)).toBeLessThanOrEqual((other?.x ?? 0) + 1);

  await page.getByRole('button', { name: 'Search and filters' }).click();
  await page.getByRole('button', { name: 'Cardio' }).click();
  await expect(plates).toBeHidden();
  await expect(run).toBeVisible();
  await expect(page).toHaveURL(/types=cardio/);
  await page.getByRole('button', { name: 'Cardio' }).click();
  await page.getByLabel('Search sessions').fill('plates chalk');
  await expect(run).toBeHidden();
  await page.getByLabel('Search sessions').fill('nothing of the kind');
  await expect(page.getByText('No matching sessions')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await plates.click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Chalk and plates' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(plates).toBeVisible();
});

test('plans a session by drawing on the grid', { tag: '@desktop' }, async ({ page, signInAs, newMember }) => {
  const monday = weekAhead(23);
  await signInAs(await newMember());
  await open(page, 'week', monday);
  await expect(page.getByText('No sessions this week')).toBeVisible();
  const wednesday = page.getByRole('list', { name: new RegExp(long(addDays(monday, 2))) });
  const box = await wednesday.boundingBox();
  if (!box) throw new Error('There is no Wednesday.');
  // The grid begins at five; a minute is a pixel.
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
  expect(await startOf(request, host, id)).toBe(`${addDays(monday, 3)}T11:00`);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(before).toBeVisible();
  await expect.poll(() => startOf(request, host, id)).toBe(`${addDays(monday, 1)}T09:00`);

  // Pulled by its lower edge it gets longer, from the same start.
  const box = await before.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + (box?.height ?? 0) - 3);
  await page.mouse.down();
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + (box?.height ?? 0) + 30, { steps: 4 });
  await page.mouse.up();
  await expect(chip(page, /^Zercher squats, Tuesday 9:00 am to 10:30 am/)).toBeVisible();
  await expect(page.getByText('Now ends at 10:30 am.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(chip(page, /^Zercher squats, Tuesday 9:00 am to 10:00 am/)).toBeVisible();

  // The gym opens at seven on Sunday; said while dragging, and nothing happens.
  await drag(page, before, { x: 5 * (width + 4), y: -200 }, () =>
    expect(page.locator('[data-ghost]')).toContainText(/Opens at 7:00 am/),
  );
  await expect(page.locator('[data-ghost]')).toHaveCount(0);
  await expect(before).toBeVisible();
  // Escape lets go.
  await drag(page, before, { x: 0, y: 120 }, () => page.keyboard.press('Escape'));
  await expect(before).toBeVisible();
  expect(await startOf(request, host, id)).toBe(`${addDays(monday, 1)}T09:00`);
});

test('asks which sessions of a series to move', { tag: '@desktop' }, async ({ page, signInAs, request, newMember }) => {
  // Only so far ahead is a series made.
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

test('shows a spot taken by another member without a reload', { tag: '@desktop' }, async ({
  page,
  signInAs,
  tokensOf,
  request,
  newMember,
}) => {
  const monday = weekAhead(25);
  const host = await tokensOf(await newMember());
  const { id } = await plan(request, host, { title: 'Tyre flips', start_time: `${monday}T09:00`, max_participants: 4 });
  await signInAs(await newMember());
  const join = async () => {
    const other = await tokensOf(await newMember());
    const joined = await request.post(`/api/v1/sessions/${id}/join/`, { headers: headers(other), data: {} });
    expect(joined.ok()).toBe(true);
  };
  const opening = Promise.withResolvers<void>();
  await page.route('**/api/v1/events/', async (route) => {
    await opening.promise;
    await route.continue();
  });
  await open(page, 'week', monday);
  await expect(chip(page, /^Tyre flips, .* 3 spots left$/)).toBeVisible();
  // Between the first read and the opening of the stream nothing is lost either.
  await join();
  opening.resolve();
  await expect(chip(page, /^Tyre flips, .* 2 spots left$/)).toBeVisible();
  await join();
  await expect(chip(page, /^Tyre flips, .* 1 spot left$/)).toBeVisible();
});

test("shows the gym's time wherever the device is", { tag: '@desktop' }, async ({
  browser,
  signInAs,
  request,
  newMember,
  baseURL,
}) => {
  const monday = weekAhead(26);
  const context = await browser.newContext({ timezoneId: 'America/New_York', locale: 'en-AU', baseURL });
  const page = await context.newPage();
  const host = await signInAs(await newMember(), page);
  await plan(request, host, { title: 'Early rowing', start_time: `${monday}T06:15` });
  await open(page, 'week', monday);
  const early = chip(page, /^Early rowing, Monday 6:15 am to 7:15 am/);
  await expect(early).toBeVisible();
  // An hour and a quarter after the gym opens, once the grid stands.
  const below = async () => {
    const column = await page.getByRole('list', { name: new RegExp(long(monday)) }).boundingBox();
    const box = await early.boundingBox();
    return Math.abs((box?.y ?? 0) - (column?.y ?? 0) - 75);
  };
  await expect.poll(below).toBeLessThan(4);
  await expect(page.getByText(/^It's .* there$/)).toBeVisible();
  await context.close();
});

test('counts sessions that do not fit and lists them on request', { tag: '@desktop' }, async ({
  page,
  signInAs,
  request,
  newMember,
}) => {
  const monday = weekAhead(27);
  const host = await signInAs(await newMember());
  for (const number of [1, 2, 3, 4, 5])
    await plan(request, host, { title: `Ring ${number}`, start_time: `${monday}T18:00` });
  await open(page, 'week', monday);
  await expect(page.locator('[data-session]')).toHaveCount(2);
  await page.getByRole('button', { name: `3 more from 6:00 pm on ${long(monday)}` }).click();
  const list = page.getByRole('dialog');
  await expect(list.getByRole('button', { name: /^Ring/ })).toHaveCount(3);
  await expectAccessible(page);
  await list.getByRole('button', { name: /^Ring 5/ }).click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Ring 5' })).toBeVisible();
});

/** A finger over the page, as the browser itself would send it. */
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
  test(`swipes from day to day (${reducedMotion})`, { tag: '@own-window' }, async ({
    page,
    signInAs,
    request,
    newMember,
  }) => {
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
    // Not far enough is no step.
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

test('says when the calendar does not load and retries', async ({ page, signInAs, faults }) => {
  faults.expected.push(/500/);
  await signInAs('ben');
  let broken = true;
  await page.route('**/api/v1/sessions/?*gym=*', (route) =>
    broken ? route.fulfill({ status: 500, json: { error: 'No.', code: 'internal_error' } }) : route.continue(),
  );
  await page.goto('/app/calendar');
  await expect(page.getByText("Couldn't load the calendar")).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText("Couldn't load the calendar")).toBeHidden();
  await settled(page);
});

test('has accessible calendar views in both themes', { tag: '@both-sizes' }, async ({ page, signInAs, isMobile }) => {
  const people: [CastName, string[]][] = [
    ['ana', ['week', 'day', 'month', 'agenda']],
    // The dark theme has the same colors at both sizes.
    ...(isMobile ? [] : [['eve', ['week', 'month']] satisfies [CastName, string[]]]),
  ];
  for (const [person, shown] of people) {
    await signInAs(person);
    await open(page, 'week');
    for (const each of shown)
      await test.step(`${person} ${each}`, async () => {
        await goInApp(page, `/app/calendar?view=${each}&day=${addDays(today(), 3)}`);
        // A phone shows three days of the week.
        await expect(view(page)).toHaveText(new RegExp(each === 'week' ? '^(Week|3 days)$' : `^${each}$`, 'i'));
        await settled(page);
        await expectFits(page);
        await expectAccessible(page);
      });
  }
});
