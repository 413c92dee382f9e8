import { test as base, expect, storeTokens } from '../fixtures.ts';
import { minutesFromNow } from '../minutes-from-now.ts';
import { newGym } from '../noon-gym.ts';
import { quietPage } from '../shared-window.ts';
import { phones } from './phone.ts';

const test = phones(base);

test('offers the waitlist when a session filled up while a join waited', async ({
  page,
  context,
  request,
  mailTo,
  faults,
}) => {
  faults.expected.push(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  const [mira, hana, bo] = await newGym({ request, mailTo }, 'Mira', 'Hana', 'Bo');
  const { id } = await hana.call('POST', '/sessions/', {
    title: 'Leg day',
    workout_type: 'strength',
    start_time: minutesFromNow(100),
    max_participants: 2,
  });
  await page.goto(quietPage);
  await storeTokens(page, mira.tokens);
  await page.goto(`/app/sessions/${id}?onboarding=skip`);
  const join = page.getByRole('button', { name: 'Join', exact: true }).filter({ visible: true }).first();
  await expect(join).toBeVisible();
  await context.setOffline(true);
  await join.click();
  await expect(page.getByText('1 change waiting')).toBeAttached();
  await bo.call('POST', `/sessions/${id}/join/`);

  await context.setOffline(false);
  const told = page.getByRole('status').filter({ hasText: 'Leg day filled up while you were away' });
  await expect(told).toContainText('Join the waitlist?');
  await told.getByRole('button', { name: 'Join waitlist' }).click();
  const place = async () => (await mira.call('GET', `/sessions/${id}/`)).waitlist_position;
  await expect.poll(place).toBe(1);
  await expect(page.getByRole('button', { name: 'Leave waitlist' }).filter({ visible: true }).first()).toBeVisible();
});
