import type { Page } from '@playwright/test';
import { dismiss, expect, expectAccessible, expectFits, test, undo } from '../fixtures.ts';
import { minutesFromNow } from '../minutes-from-now.ts';
import { newGym, noonZone } from '../noon-gym.ts';

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string | RegExp) =>
  main(page).getByRole('button', { name, exact: true }).filter({ visible: true });
const saying = (page: Page, text: string | RegExp) => main(page).getByText(text).filter({ visible: true }).first();
const open = (page: Page, id: string) => page.goto(`/app/sessions/${id}?onboarding=skip`);

/** Chooses a secondary action from the menu next to the title. */
async function choose(page: Page, name: string) {
  await button(page, 'More').click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

const leg = { title: 'Leg day', workout_type: 'strength' };

test('joins with one tap, undoes it, and leaves', async ({ page, request, mailTo, signInAs, tokensOf }) => {
  const [host, bo] = await newGym({ request, mailTo }, 'Hana', 'Bo');
  const session = await host.call('POST', '/sessions/', {
    ...leg,
    start_time: minutesFromNow(100),
    max_participants: 3,
    guests_per_member: 1,
  });
  const asked: string[] = [];
  page.on('request', (sent) => /\/(join|leave)\/$/.test(sent.url()) && asked.push(sent.url()));
  await signInAs(bo);
  await open(page, session.id);
  await expect(page.getByRole('heading', { level: 1, name: 'Leg day' })).toBeVisible();
  await expect(saying(page, '2 spots left')).toBeVisible();
  await expectAccessible(page);

  const toast = (text: string) => page.getByRole('status').filter({ hasText: text });
  await button(page, 'Join').dblclick();
  await expect(saying(page, "You're in")).toBeVisible();
  await undo(toast("You're in for Leg day."));
  await expect(button(page, 'Join')).toBeVisible();
  expect(asked).toHaveLength(2);

  await button(page, 'Join').click();
  await expect(saying(page, "You're in")).toBeVisible();
  await expect(main(page).getByRole('textbox', { name: 'Message' })).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  const spotsTaken = async () => (await host.call('GET', `/sessions/${session.id}/`)).current_participants;
  await test.step('brings a guest, who takes a spot', async () => {
    await button(page, 'Bring a guest').click();
    const dialog = page.getByRole('dialog', { name: 'Bring a guest' });
    await dialog.getByRole('textbox', { name: 'First name' }).fill('Leo');
    await dialog.getByRole('button', { name: 'Add guest' }).click();
    await expect(main(page).getByText('+1')).toBeVisible();
    await expect.poll(spotsTaken).toBe(3);
    await button(page, 'Remove Leo').click();
    await expect(button(page, 'Bring a guest')).toBeVisible();
  });
  await choose(page, 'Leave');
  await undo(toast('You left Leg day.'));
  await expect(saying(page, "You're in")).toBeVisible();
  await expect.poll(spotsTaken).toBe(2);

  await test.step('hides sessions that are missing or not visible to the reader', async () => {
    const headers = { Authorization: `Bearer ${(await tokensOf('ana')).access_token}` };
    const { results } = await (await request.get('/api/v1/sessions/', { headers })).json();
    for (const id of ['0190a0b0-0000-7000-8000-000000000000', results[0].id, 'no-id']) {
      await open(page, id);
      await expect(page.getByRole('heading', { name: "This session isn't on the calendar" })).toBeVisible();
    }
  });
});

test('joins the waitlist of a full session and claims the offered spot', async ({
  page,
  request,
  mailTo,
  signInAs,
}) => {
  const [host, bo, cy] = await newGym({ request, mailTo }, 'Hana', 'Bo', 'Cy');
  const session = await host.call('POST', '/sessions/', {
    ...leg,
    start_time: minutesFromNow(100),
    max_participants: 2,
  });
  await signInAs(bo);
  // This tab receives no events while another member takes the last spot.
  await page.route('**/api/v1/events/', (route) => route.fulfill({ status: 503 }));
  await open(page, session.id);
  await expect(button(page, 'Join')).toBeVisible();
  await cy.call('POST', `/sessions/${session.id}/join/`);
  await button(page, 'Join').click();
  await expect(page.getByText('Session is full', { exact: true })).toBeVisible();
  await page.unroute('**/api/v1/events/');
  await page.reload();
  await expect(saying(page, 'This session is full')).toBeVisible();
  await expectAccessible(page);
  // Shown at once; the reload would cut a request that hasn't left.
  const stored = page.waitForResponse(/\/waitlist\/$/);
  await button(page, 'Join waitlist').click();
  await expect(saying(page, "You're 1st on the waitlist")).toBeVisible();
  await stored;

  await page.reload();
  await expect(button(page, 'Leave waitlist')).toBeVisible();
  await cy.call('POST', `/sessions/${session.id}/leave/`);
  await expect(saying(page, 'A spot opened up for you')).toBeVisible();
  await expect(main(page).getByRole('timer').filter({ visible: true })).toHaveText(/^29:|^30:/);
  await expectAccessible(page);
  await button(page, 'Claim spot').click();
  await expect(saying(page, "You're in")).toBeVisible();
  await expect.poll(async () => (await host.call('GET', `/sessions/${session.id}/`)).current_participants).toBe(2);
});

test('agrees on another time and shares quick updates', { tag: '@desktop' }, async ({
  page,
  browser,
  request,
  mailTo,
  signInAs,
}) => {
  const [host, bo] = await newGym({ request, mailTo }, 'Hana', 'Bo');
  // Between two slots, so that the form offers any time instead of the list of slots.
  const betweenSlots = [100, 101].map(minutesFromNow).find((moment) => new Date(moment).getUTCMinutes() % 30 !== 0);
  const session = await host.call('POST', '/sessions/', { ...leg, start_time: betweenSlots });
  const context = await browser.newContext();
  const other = await context.newPage();
  await signInAs(host);
  await open(page, session.id);
  await signInAs(bo, other);
  await open(other, session.id);

  await test.step('shows a taken spot in the other tab', async () => {
    await button(other, 'Join').click();
    // The message lies over the menu.
    await dismiss(other, "You're in");
    await expect(main(page).getByRole('listitem').filter({ hasText: 'Bo' }).first()).toBeVisible();
  });

  const wall = (minutes: number) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: noonZone(), hour: '2-digit', minute: '2-digit' }).format(
      Date.parse(session.start_time.utc) + minutes * 60_000,
    );
  await test.step('proposes, counters and accepts', async () => {
    await choose(other, 'Propose another time');
    const form = other.getByRole('dialog');
    await form.getByRole('button', { name: /^Pick a slot/ }).click();
    await form.getByLabel('Start').fill('23:30');
    await expect(form.getByText(/^The gym's closed then/)).toBeVisible();
    await expect(form.getByRole('button', { name: 'Propose this time' })).toBeDisabled();
    await expectAccessible(other);
    await form.getByRole('radio', { name: /^\+1 h/ }).check();
    await expect(form.getByText("The gym's open and you're free.")).toBeVisible();
    await form.getByLabel('Message').fill('An hour later?');
    await form.getByRole('button', { name: 'Propose this time' }).click();
    await expect(form).toBeHidden();

    const card = (where: Page) => main(where).getByRole('listitem').filter({ hasText: 'instead of' });
    await expect(card(page)).toContainText('Bo proposed');
    await expect(card(page)).toContainText('An hour later?');
    await card(page).getByRole('button', { name: 'Counter' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Pick a slot/ })
      .click();
    await page.getByRole('dialog').getByLabel('Start').fill(wall(30));
    await page.getByRole('dialog').getByRole('button', { name: 'Suggest this time' }).click();
    await expect(card(other).filter({ hasText: 'Hana suggested' })).toBeVisible();
    await expectAccessible(other);
    await card(other).filter({ hasText: 'Hana suggested' }).getByRole('button', { name: 'Accept' }).click();
    const moved = new Date(Date.parse(session.start_time.utc) + 30 * 60_000).toISOString();
    for (const tab of [page, other]) await expect(tab.locator(`header time[datetime="${moved}"]`)).toBeVisible();
    await expect.poll(async () => (await bo.call('GET', `/sessions/${session.id}/`)).start_time.utc).toBe(moved);
  });

  await test.step('tells the group with one tap', async () => {
    await button(other, 'Running late').click();
    await button(other, '15 min').click();
    await expect(main(page).getByText('Bo is running 15 minutes late')).toBeVisible();
  });

  await test.step('checks members in', async () => {
    const soon = await host.call('POST', '/sessions/', { ...leg, title: 'Now', start_time: minutesFromNow(10) });
    await bo.call('POST', `/sessions/${soon.id}/join/`);
    await open(page, soon.id);
    await open(other, soon.id);
    await button(other, "I'm here").click();
    await expect(saying(other, "You're here")).toBeVisible();
    const tick = (name: string) => main(page).getByRole('button', { name: `${name} Vale is here` });
    await expect(tick('Bo')).toHaveAttribute('aria-pressed', 'true');
    await tick('Hana').click();
    await expect(saying(page, '2 of 2 here')).toBeVisible();
    await expectAccessible(page);
    await tick('Hana').click();
    await expect(tick('Hana')).toHaveAttribute('aria-pressed', 'false');
    await expect(saying(other, '1 of 2 here')).toBeVisible();
  });

  await test.step('cancels with a reason', async () => {
    await open(page, session.id);
    await open(other, session.id);
    await choose(page, 'Cancel session');
    await page.getByRole('dialog').getByLabel('Reason').fill('The rack broke.');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel session' }).click();
    for (const tab of [page, other]) await expect(saying(tab, 'This session was cancelled')).toBeVisible();
    await expect(saying(other, 'The rack broke.')).toBeVisible();
  });
  await context.close();
});
