import type { Locator, Page } from '@playwright/test';
import { addDays, dayAt, weekdayOf } from '@spotter/contract/wall-clock.ts';
import { type Account, expect, expectAccessible, test, visit } from '../fixtures.ts';
import { call } from '../planning.ts';

/** Days at the gym, whose zone these tests use too. */
const dayAhead = (days: number) => addDays(dayAt(Date.now(), 'Australia/Sydney'), days);
const isWeekday = (day: string) => weekdayOf(day) < 5;
/** The next weekday from tomorrow on, when the gym is open from 5 to 22. */
const weekday = [1, 2, 3].map(dayAhead).find(isWeekday) ?? '';

async function openForm(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Create', exact: true }).filter({ visible: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create session' });
  await expect(dialog.getByRole('button', { name: 'Create session' })).toBeVisible();
  return dialog;
}

async function chooseDay(dialog: Locator, day: string) {
  await dialog.locator(`input[name=day][value="${day}"]`).check();
}

async function chooseTime(dialog: Locator, part: string, time: string) {
  await dialog.getByRole('button', { name: part, exact: true }).click();
  await dialog.locator(`input[name=time][value="${time}"]`).check();
}

type Listed = { id: string; title: string; max_participants: number; series_id: string | null };

/** The window of one session, whatever its title. */
const sessionIn = (page: Page) => page.getByRole('dialog').filter({ has: page.getByRole('article') });

test('creates a session in three taps', async ({ page, signInAs, newMember }) => {
  await signInAs(await newMember());
  await page.goto('/app?onboarding=skip');
  const dialog = await openForm(page);
  const quick = dialog.getByRole('region', { name: 'Quick start' }).getByRole('button').first();
  await quick.click();
  await expect(quick).toHaveAttribute('aria-pressed', 'true');
  const title = await dialog.getByLabel('Title').inputValue();
  expect(title).toBe('Strength');

  // A phone on its side.
  const upright = page.viewportSize() ?? { width: 390, height: 844 };
  await page.setViewportSize({ width: upright.height, height: upright.width });
  const names = dialog.locator('[data-field=workout_type] span');
  await expect(names.filter({ hasText: 'Flexibility' })).toBeVisible();
  const cut = await names.evaluateAll((all) => all.filter((name) => name.scrollWidth > name.clientWidth).length);
  expect(cut).toBe(0);
  await page.setViewportSize(upright);

  // All optional fields, opened at once.
  for (const name of [/^Open to/, /^Repeat/, /^Description/, /^Invite friends/])
    await dialog.getByRole('button', { name }).click();
  await dialog.getByRole('radio', { name: 'Weekly' }).check();
  await dialog.getByRole('radio', { name: 'Never' }).check();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expectAccessible(page);

  await dialog.getByRole('button', { name: 'Create session' }).click();
  const session = sessionIn(page);
  await expect(session.getByRole('heading', { name: title })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(session).toBeHidden();
  await expect(page.getByRole('region', { name: 'Your next session' })).toContainText(title);
});

test('explains why a time is not possible and keeps the draft', { tag: ['@desktop', '@drill'] }, async ({
  page,
  signInAs,
  newMember,
}) => {
  await signInAs(await newMember());
  await page.goto('/app?onboarding=skip');
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/v1/sessions/')) posts.push(request.url());
  });
  let dialog = await openForm(page);
  await chooseDay(dialog, weekday);
  await dialog.getByRole('button', { name: 'Evening' }).click();
  // It would end after the gym closes; half as long it fits.
  const last = dialog.locator('input[name=time][value="21:30"]');
  await expect(last).toBeDisabled();
  await expect(dialog.getByText(/9:30 pm: Closes at 10:00 pm/)).toBeVisible();
  await dialog.getByRole('radio', { name: '30 min' }).check();
  await expect(last).toBeEnabled();
  await dialog.getByRole('button', { name: 'Pick another time' }).click();
  await dialog.getByLabel('Start', { exact: true }).fill('23:15');
  await expect(dialog.getByRole('alert')).toContainText('Closed from 10:00 pm');
  await dialog.getByRole('button', { name: 'Create session' }).click();
  await expect(dialog.getByLabel('Start', { exact: true })).toBeFocused();
  await expect(dialog.getByRole('alert')).toContainText('Closed from 10:00 pm');
  expect(posts).toEqual([]);

  // The draft survives closing the window and reloading the page.
  await dialog.getByLabel('Start', { exact: true }).fill('18:20');
  await expect(dialog.getByLabel('Title')).not.toHaveValue(/\d/);
  await dialog.getByLabel('Title').fill('Ropes and rings');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.reload();
  dialog = await openForm(page);
  await expect(dialog.getByText('We saved your draft.')).toBeVisible();
  await expect(dialog.getByLabel('Title')).toHaveValue('Ropes and rings');
  await expect(dialog.getByLabel('Start', { exact: true })).toHaveValue('18:20');

  // A refusal shows at its field; pressing again and again creates one session.
  await page.route('**/api/v1/sessions/', (route) =>
    route.fulfill({
      status: 400,
      json: { error: "The gym's closed at that time.", code: 'gym_closed', request_id: 'a' },
    }),
  );
  await dialog.getByRole('button', { name: 'Create session' }).click();
  await expect(dialog.getByRole('alert')).toContainText("The gym's closed at that time.");
  await expect(dialog.getByLabel('Title')).toHaveValue('Ropes and rings');
  await page.unroute('**/api/v1/sessions/');
  posts.length = 0;
  await dialog.getByRole('button', { name: 'Create session' }).dblclick();
  await expect(sessionIn(page).getByRole('heading', { level: 2 }).last()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Ropes and rings' }).first()).toBeVisible();
  expect(posts).toHaveLength(1);
  await page.keyboard.press('Escape');

  // An overlap is only a warning. The draft is gone once the session exists.
  dialog = await openForm(page);
  await expect(dialog.getByText('We saved your draft.')).toBeHidden();
  await chooseDay(dialog, weekday);
  await chooseTime(dialog, 'Evening', '18:30');
  await expect(dialog.getByText("You're in Ropes and rings at that time")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create session' }).click();
  await expect(sessionIn(page)).toBeVisible();
});

test('creates a series, edits part of it, and rejects too few spots', { tag: '@desktop' }, async ({
  page,
  request,
  signInAs,
  newMember,
  tokensOf,
}) => {
  const host = await newMember();
  const hosted = await signInAs(host);
  await page.goto('/app?onboarding=skip');
  const dialog = await openForm(page);
  await chooseDay(dialog, weekday);
  await chooseTime(dialog, 'Morning', '10:30');
  await dialog.getByLabel('Title').fill('Kettle club');
  await dialog.getByRole('button', { name: /^Repeat/ }).click();
  await dialog.getByRole('radio', { name: 'Weekly' }).check();
  await dialog.getByRole('combobox', { name: 'Ends' }).click();
  await page.getByRole('option', { name: 'After a number of sessions' }).click();
  await dialog.getByLabel('Number of sessions').fill('3');
  await expect(dialog.getByText(/^Every week on \w+day, 3 times\.$/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Create session' }).click();
  const session = sessionIn(page);
  await expect(session.getByText(/Every week on/).first()).toBeVisible();

  const listed = async (): Promise<Listed[]> =>
    (await call(request, hosted, '/sessions/?mine=true&page_size=50')).results;
  const all = await listed();
  expect(all.map(({ title }) => title)).toEqual(['Kettle club', 'Kettle club', 'Kettle club']);
  const join = async (who: Account, id: string) => call(request, await tokensOf(who), `/sessions/${id}/join/`, {});
  const second = all[1]?.id ?? '';
  await join(await newMember(), second);
  await join(await newMember(), second);

  await visit(page, `/app/sessions/${second}/edit`);
  const spots = page.getByLabel('Spots', { exact: true });
  await spots.fill('2');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('3 people are already in');
  await expect(spots).toHaveValue('2');
  await spots.fill('5');
  await page.getByLabel('Title').fill('Kettle club, harder');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: /^This and following/ }).click();
  await expect(page).toHaveURL(new RegExp(`/app/sessions/${second}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kettle club, harder');
  expect((await listed()).map(({ title, max_participants }) => [title, max_participants])).toEqual([
    ['Kettle club', 10],
    ['Kettle club, harder', 5],
    ['Kettle club, harder', 5],
  ]);

  // Asks before discarding unsaved changes.
  await visit(page, '/app');
  await page.getByRole('region', { name: 'Your next session' }).getByRole('heading').click();
  await session.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: /^Edit Kettle club/ });
  await edit.getByLabel('Title').fill('Something else');
  await edit.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(edit.getByLabel('Title')).toHaveValue('Something else');
  await edit.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(edit).toBeHidden();
  await expect(session.getByRole('heading', { name: 'Kettle club' })).toBeVisible();
});

test.describe('far from the gym', { tag: ['@own-window', '@drill'] }, () => {
  test.use({ timezoneId: 'America/New_York' });
  test("says that times are in the gym's time zone", async ({ page, signInAs, newMember }) => {
    await signInAs(await newMember());
    await page.goto('/app?onboarding=skip');
    const dialog = await openForm(page);
    await chooseDay(dialog, weekday);
    await chooseTime(dialog, 'Evening', '18:00');
    await expect(dialog.getByText(/Times are in the gym's time zone .* That's .* for you/)).toBeVisible();
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/sessions/'));
    await dialog.getByRole('button', { name: 'Create session' }).click();
    expect((await sent).postDataJSON()).toMatchObject({ start_time: `${weekday}T18:00` });
    await expect(sessionIn(page)).toContainText('6:00 pm');
  });
});
