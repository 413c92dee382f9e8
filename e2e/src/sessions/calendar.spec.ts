import { addDays } from '@spotter/contract/wall-clock.ts';
import { atBothSizes, type CastName, expect, expectAccessible, expectFits, goInApp, test } from '../fixtures.ts';
import { goBack } from '../go-back.ts';
import { plan } from '../planning.ts';
import { chip, headers, long, open, settled, today, view, weekAhead } from './calendar-screen.ts';

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
  await goBack(page);
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
  // Overlapping sessions are side by side.
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
  await goBack(page);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(plates).toBeVisible();
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
  // A join between the first read and the opening of the stream is not lost.
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
  // An hour and a quarter below the gym's opening.
  const below = async () => {
    const column = await page.getByRole('list', { name: new RegExp(long(monday)) }).boundingBox();
    const box = await early.boundingBox();
    return Math.abs((box?.y ?? 0) - (column?.y ?? 0) - 75);
  };
  await expect.poll(below).toBeLessThan(4);
  await expect(page.getByText(/^Gym time /)).toBeVisible();
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

test('says when the calendar does not load and retries', { tag: '@drill' }, async ({ page, signInAs, faults }) => {
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

test('has accessible calendar views in both themes', { tag: '@drill' }, async ({ page, signInAs }) => {
  const expectSettled = async () => {
    await settled(page);
    await expectFits(page);
    await expectAccessible(page);
  };
  for (const [person, shown] of [
    ['ana', ['week', 'day', 'month', 'agenda']],
    ['eve', ['week', 'month']],
  ] satisfies [CastName, string[]][]) {
    await signInAs(person);
    await open(page, 'week');
    for (const each of shown)
      await test.step(`${person} ${each}`, async () => {
        await goInApp(page, `/app/calendar?view=${each}&day=${addDays(today(), 3)}`);
        // A phone shows three days of the week.
        await expect(view(page)).toHaveText(each === 'week' ? '3 days' : new RegExp(`^${each}$`, 'i'));
        await atBothSizes(page, expectSettled);
      });
  }
});
