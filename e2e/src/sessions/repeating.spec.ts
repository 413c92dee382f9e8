import type { Page } from '@playwright/test';
import { addDays, dayAt, weekdayOf } from '@spotter/contract/wall-clock.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { call, plan } from '../planning.ts';

const ZONE = 'Australia/Sydney';
/** The Monday of the week after next, in the gym's time. */
function mondayAhead(): string {
  const today = dayAt(Date.now(), ZONE);
  return addDays(today, 14 - weekdayOf(today));
}

const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();
const chip = (page: Page, day: string) =>
  page.getByRole('button', { name: new RegExp(`^Rings and ropes, ${day} 10:30 am to 11:30 am`) });

test('makes a session repeat, changes its days, and stops it repeating', { tag: ['@desktop', '@drill'] }, async ({
  page,
  request,
  signInAs,
  newMember,
}) => {
  const host = await signInAs(await newMember());
  const monday = mondayAhead();
  const { id } = await plan(request, host, { title: 'Rings and ropes', start_time: `${monday}T10:30` });
  const edit = async () => {
    await page.goto(`/app/sessions/${id}/edit`);
    await page.getByRole('button', { name: /^Repeat/ }).click();
  };
  const week = async (day: string) => {
    await page.goto(`/app/calendar?view=week&day=${day}`);
    await expect(page.getByRole('heading', { name: 'Calendar', exact: true })).toBeAttached();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  };

  // A rule without the session's own day is refused at its field, and typed values stay.
  await edit();
  await page.getByRole('radio', { name: 'Weekly' }).check();
  await page.getByRole('button', { name: 'Thursday', exact: true }).click();
  await page.getByRole('button', { name: 'Monday', exact: true }).click();
  await save(page);
  await expect(page.getByRole('alert')).toContainText('This session is on Monday');
  await expect(page.getByRole('button', { name: 'Thursday', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Monday', exact: true }).click();
  await page.getByRole('button', { name: 'Thursday', exact: true }).click();
  await save(page);
  await expect(page).toHaveURL(new RegExp(`/app/sessions/${id}$`));
  await expect(page.getByText('Every week on Monday').first()).toBeVisible();

  // Mondays and Thursdays from here on: the question has no 'Only this one'.
  await edit();
  await expect(page.getByRole('button', { name: 'Monday', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Thursday', exact: true }).click();
  await expect(page.getByText("Sessions on other days are cancelled, and we'll tell everyone in them.")).toBeVisible();
  await save(page);
  const question = page.getByRole('dialog', { name: 'Every week on Monday and Thursday' });
  await expect(question.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page);
  await question.getByRole('button', { name: /^This and following/ }).click();
  await expect(page).toHaveURL(new RegExp(`/app/sessions/${id}$`));
  await expect(page.getByText('Every week on Monday and Thursday').first()).toBeVisible();
  await week(addDays(monday, 7));
  await expect(chip(page, 'Monday')).toBeVisible();
  await expect(chip(page, 'Thursday')).toBeVisible();

  // The form says what saving does to the session itself: it moves, or gives way to an existing one.
  await edit();
  await page.getByRole('button', { name: 'Monday', exact: true }).click();
  await expect(page.getByText(/This session is cancelled. The next one is on Thursday/)).toBeVisible();
  await page.getByRole('button', { name: 'Thursday', exact: true }).click();
  await page.getByRole('button', { name: 'Friday', exact: true }).click();
  await page.getByRole('button', { name: 'Monday', exact: true }).click();
  await expect(page.getByText(/This session moves to Friday/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('button', { name: 'Discard' }).click();

  // Stops repeating: this session stays.
  await edit();
  await page.getByRole('radio', { name: 'Never' }).check();
  await save(page);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^All following/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`/app/sessions/${id}$`));
  await week(addDays(monday, 7));
  await expect(chip(page, 'Monday')).toBeHidden();
  await week(monday);
  await expect(chip(page, 'Monday')).toBeVisible();
  await expect(chip(page, 'Thursday')).toBeHidden();
  await expect.poll(async () => (await call(request, host, '/sessions/?mine=true')).count).toBe(1);
});

test("moves a session to another gym with that gym's clock and hours", { tag: ['@desktop', '@drill'] }, async ({
  page,
  request,
  signInAs,
}) => {
  const ana = await signInAs('ana');
  const { accessible_gyms } = await call(request, ana, '/users/me/');
  const [here, there] = ['Barangaroo', 'Fremantle'].map((name) =>
    accessible_gyms.find((gym: { name: string }) => gym.name.endsWith(name)),
  );
  const { id, title } = await plan(request, ana, { gym_id: here.id, start_time: `${mondayAhead()}T11:30` });
  await page.goto(`/app/sessions/${id}/edit`);
  await page.getByRole('combobox', { name: 'Where' }).click();
  await page.getByRole('option', { name: there.name }).click();
  // That gym closes at noon; the chosen time stays, like every typed value.
  await expect(page.getByRole('alert')).toContainText('Closes at 12:00 pm');
  await save(page);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Where' })).toContainText(there.name);
  await page.locator('input[name=time][value="11:00"]').check();
  await expect(page.getByText(/^Times are in the gym's time zone/)).toBeVisible();
  const sent = page.waitForRequest((one) => one.method() === 'PATCH');
  await save(page);
  const start = `${mondayAhead()}T11:00`;
  expect((await sent).postDataJSON()).toEqual({ gym_id: there.id, start_time: start, scope: 'this' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.getByText(there.name).first()).toBeVisible();
  const moved = await call(request, ana, `/sessions/${id}/`);
  expect([moved.gym.id, moved.start_time.local.slice(0, 16)]).toEqual([there.id, start]);
});

test('plans the first Saturday of every month without typing a rule', { tag: '@drill' }, async ({
  page,
  request,
  signInAs,
  newMember,
}) => {
  const host = await signInAs(await newMember());
  const { id } = await plan(request, host, { start_time: `${mondayAhead()}T13:30` });
  await page.goto(`/app/sessions/${id}/edit`);
  await page.getByRole('button', { name: /^Repeat/ }).click();
  const choose = async (question: string, answer: string) => {
    await page.getByRole('combobox', { name: question }).click();
    await page.getByRole('option', { name: answer, exact: true }).click();
  };
  await page.getByRole('radio', { name: 'Daily' }).check();
  await expect(page.getByText('Every day.')).toBeVisible();
  await page.getByRole('radio', { name: 'Monthly' }).check();
  await choose('Which', 'First');
  await choose('Weekday', 'Saturday');
  await expect(page.getByText('Every month on the first Saturday.')).toBeVisible();
  // The session keeps its day, so a rule without it is refused.
  await save(page);
  await expect(page.getByRole('alert')).toContainText('This session is on Monday');
  await page.getByRole('radio', { name: 'On a date' }).check();
  await choose('Day of the month', 'The last day');
  await choose('Ends', 'After a number of sessions');
  await expect(page.getByText('Every month on the last day, 8 times.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'Daily' }).check();
  await save(page);
  await expect(page).toHaveURL(new RegExp(`/app/sessions/${id}$`));
  await expect(page.getByText('Every day, 8 times').first()).toBeVisible();
  await expect.poll(async () => (await call(request, host, '/sessions/?mine=true')).count).toBe(8);
});

test('lets a series member skip one session and leave the series', { tag: '@drill' }, async ({
  page,
  request,
  signInAs,
  tokensOf,
  newMember,
}) => {
  const host = await tokensOf(await newMember());
  const { id, title } = await plan(request, host, { repeat_rule: 'FREQ=WEEKLY' });
  const member = await signInAs(await newMember());
  const comingTo = async () => (await call(request, member, '/sessions/?mine=true')).count;
  await page.goto(`/app/sessions/${id}`);
  const choose = async (menu: string, name: RegExp) => {
    await page.getByRole('button', { name: menu, exact: true }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await choose('More options', /^Join every week/);
  await expect(page.getByText("You're in every one")).toBeVisible();
  await expect.poll(comingTo).toBeGreaterThan(2);
  // Two taps within milliseconds count as one, so the second follows a reload.
  await page.reload();
  const stored = page.waitForResponse(/\/leave\/$/);
  await choose('More', /^Skip this one$/);
  await expect(page.getByText("You're skipping this one")).toBeVisible();
  await stored;
  await page.reload();
  await choose('More', /^Leave series$/);
  const question = page.getByRole('dialog', { name: `Leave the ${title} series?` });
  await expect(question).toContainText("You'll give up your spot in all upcoming sessions.");
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByText("You're skipping this one")).toBeHidden();
  await expect.poll(comingTo).toBe(0);
});
