import type { Locator } from '@playwright/test';
import { addDays, dayAt, startOfDay } from '@spotter/contract/wall-clock.ts';
import { setClocks } from '../clocks.ts';
import { expect, expectAccessible, test, undo } from '../fixtures.ts';
import { call, noon, plan } from '../planning.ts';

const ZONE = 'Australia/Sydney';

/** Expects whole letters at the edges of a heading that is cut to its lines, and none of the line after them. */
async function expectWholeLines(heading: Locator) {
  const box = await heading.boundingBox();
  if (!box) throw new Error('The heading is hidden.');
  const em = await heading.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  const edges = async () => {
    const strip = { x: box.x, width: box.width };
    const top = await heading.page().screenshot({ clip: { ...strip, y: box.y, height: 1 } });
    const bottom = { ...strip, y: box.y + box.height - em / 10, height: em / 10 };
    return [top, await heading.page().screenshot({ clip: bottom })].map((image) => image.toString('base64'));
  };
  const withText = await edges();
  await heading.evaluate((element) => {
    element.style.color = 'transparent';
  });
  expect(withText).toEqual(await edges());
}

test('filters joinable sessions, joins in one tap and undoes it', async ({
  page,
  request,
  signInAs,
  tokensOf,
  newMember,
}) => {
  // Not every day do the sample gyms have one to join.
  const afternoon = { workout_type: 'classes', start_time: noon().replace('T12', 'T14') };
  await plan(request, await tokensOf(await newMember()), afternoon);
  const { access_token } = await signInAs(await newMember());
  const headers = { Authorization: `Bearer ${access_token}` };
  await page.goto('/app?onboarding=skip');

  // A new member sees what will appear here, and how to fill it.
  await expect(page.getByRole('heading', { name: 'No sessions planned yet' })).toBeVisible();
  await expect(page.getByText(/others have spots for you this week/)).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  // The gym's name isn't cut.
  const gym = page
    .getByText(/^Iron Harbour/)
    .filter({ visible: true })
    .first();
  expect(await gym.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);

  const section = page.getByRole('main').locator('section').filter({ hasText: 'Sessions you can join' });
  const rows = section.getByRole('listitem');
  await expect(rows.first().getByRole('button', { name: /^Join / })).toBeInViewport({ ratio: 1 });
  const asked = page.waitForResponse(
    /workout_type=classes&part_of_day=afternoon|part_of_day=afternoon&workout_type=cl/,
  );
  await section.getByRole('button', { name: 'Classes', exact: true }).click();
  await section.getByLabel('Time of day').selectOption('afternoon');
  const { results } = await (await asked).json();
  expect(results.length).toBeGreaterThan(0);
  await expect(rows).toHaveCount(Math.min(6, results.length));
  await expect(rows.first()).toContainText(results[0].title);
  await section.getByLabel('Level').selectOption('advanced');
  await section.getByRole('button', { name: 'All', exact: true }).click();
  await expect(section.getByLabel('Level')).toHaveValue('');

  const row = rows.first();
  const title = (await row.getByRole('button', { name: /^Join / }).getAttribute('aria-label'))?.slice('Join '.length);
  await row.getByRole('button', { name: /^Join / }).click();
  await expect(row).toContainText("You're in");
  const next = page.getByRole('region', { name: 'Your next session' });
  await expect(next).toContainText(title ?? '');
  await expect(rows.getByRole('button', { name: /^Join / }).first()).toBeInViewport({ ratio: 1 });
  const mine = async () => (await (await request.get('/api/v1/sessions/?mine=true', { headers })).json()).count;
  await expect.poll(mine).toBe(1);
  await undo(page);
  await expect(page.getByRole('heading', { name: 'No sessions planned yet' })).toBeVisible();
  await expect(rows.first().getByRole('button', { name: `Join ${title}` })).toBeVisible();
  await expect.poll(mine).toBe(0);
});

test('shows tomorrow once today is over, and opens the next session from anywhere on its card', {
  tag: ['@own-window', '@drill'],
}, async ({ page, signInAs }) => {
  // A minute before midnight at the gym.
  await setClocks(page, startOfDay(addDays(dayAt(Date.now(), ZONE), 1), ZONE).getTime() - 60_000);
  await signInAs('ana');
  await page.goto('/app?onboarding=skip');
  const today = page.getByRole('main').locator('section').filter({ hasText: 'Tomorrow at your gym' });
  await expect(today.getByRole('listitem').first()).toBeVisible();
  const next = page.getByRole('region', { name: 'Your next session' });
  const title = await next.getByRole('heading').innerText();
  await next.click({ position: { x: 300, y: 30 } });
  await expect(page.getByRole('dialog').getByRole('heading', { name: title })).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('sends a friend request in one tap and opens my sessions', { tag: ['@desktop', '@drill'] }, async ({
  page,
  context,
  signInAs,
  faults,
}) => {
  await signInAs('ben');
  await page.goto('/app?onboarding=skip');
  const section = page.getByRole('main').locator('section').filter({ hasText: 'People to train with' });
  const ask = section.getByRole('button', { name: /^Add friend: .+$/ }).first();
  const name = (await ask.getAttribute('aria-label'))?.replace(/^Add friend: /, '');
  await ask.click();
  await expect(section.getByRole('button', { name: `Request sent to ${name}` })).toBeDisabled();
  await undo(page);
  await expect(section.getByRole('button', { name: `Add friend: ${name}` })).toBeEnabled();

  await page.getByRole('button', { name: 'My sessions' }).click();
  const dialog = page.getByRole('dialog', { name: 'My sessions' });
  for (const tab of ['Upcoming', 'Hosting', 'Waitlist', 'Past']) {
    await dialog.getByRole('tab', { name: tab }).click();
    await expect(dialog.getByRole('tabpanel', { name: tab })).toBeVisible();
    await expect(dialog.locator('[aria-busy=true]')).toHaveCount(0);
    await expectAccessible(page);
  }
  await expect(dialog.getByText('Attended').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  // Offline, the loaded content stays. The browser logs what was still on its way.
  faults.expected.push(/ERR_INTERNET_DISCONNECTED/);
  await context.setOffline(true);
  await expect(page.getByText("You're offline")).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your next session' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("You're offline")).toBeHidden();
});

test('shows an offered spot first on home and claims it there', { tag: '@drill' }, async ({
  page,
  request,
  signInAs,
  tokensOf,
  newMember,
}) => {
  const filling = await tokensOf(await newMember());
  const { id, title } = await plan(request, await tokensOf(await newMember()), {
    max_participants: 2,
    title: `ÄÖÜ ${Date.now().toString(36)} ÜBER ÄXTE ÖFEN ÜBER ÄXTE ÖFEN ÜBER ÄXTE ÖFEN ÜBER ÄXTE`,
  });
  await call(request, filling, `/sessions/${id}/join/`, {});
  const waiting = await newMember();
  await call(request, await tokensOf(waiting), `/sessions/${id}/waitlist/`, {});
  await signInAs(waiting);
  await page.goto('/app?onboarding=skip');
  const held = page.getByRole('list', { name: 'Spots held for you' });
  await expect(page.getByRole('button', { name: 'My sessions' })).toBeVisible();
  await expect(held).toBeHidden();
  // No offers go out at night, but the first member may still claim the spot.
  await call(request, filling, `/sessions/${id}/leave/`, {});
  await expect(held).toContainText(title);
  await expectAccessible(page);
  await held.getByRole('button', { name: 'Claim spot' }).click();
  const next = page.getByRole('region', { name: 'Your next session' });
  await expect(next).toContainText(title);
  await expect(held).toBeHidden();
  await expectWholeLines(next.getByRole('heading').getByText(title));
});
