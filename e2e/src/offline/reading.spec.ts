import { addDays, dayAt } from '@spotter/contract/wall-clock.ts';
import { test as base, expect, goInApp, storeTokens } from '../fixtures.ts';
import { newGym, noonZone } from '../noon-gym.ts';
import { quietPage } from '../shared-window.ts';
import { keptAt, phones } from './phone.ts';

const test = phones(base);

test('opens all seven places offline after only home was visited', async ({
  page,
  context,
  request,
  mailTo,
  faults,
}) => {
  faults.expected.push(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  const [mira, hana] = await newGym({ request, mailTo }, 'Mira', 'Hana');
  const noonIn = (days: number) => `${addDays(dayAt(Date.now(), noonZone()), days)}T12:00`;
  const plan = (title: string, days: number) =>
    hana.call('POST', '/sessions/', { title, workout_type: 'strength', start_time: noonIn(days) });
  const soon = await plan('Leg day', 1);
  await plan('Far away squats', 26);
  await mira.call('POST', `/sessions/${soon.id}/join/`);
  await hana.call('POST', `/sessions/${soon.id}/messages/`, { content: 'Bring a belt' });
  const asked = await hana.call('POST', '/friends/', { receiver_id: mira.id });
  await mira.call('POST', `/friends/${asked.id}/accept/`);
  const chat = await hana.call('POST', '/conversations/direct/', { user_id: mira.id });
  await hana.call('POST', `/conversations/${chat.id}/send_message/`, { content: 'Deadlifts?' });

  await page.goto(quietPage);
  await storeTokens(page, mira.tokens);
  const calls: string[] = [];
  page.on('request', (call) => call.url().includes('/api/v1/') && calls.push(call.url()));
  await page.goto('/app?onboarding=skip');
  await expect(page.getByText('Leg day').first()).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('read-ahead'))).not.toBeNull();
  expect((await keptAt(page)).filter((key) => key.includes('"calendar"')).length).toBeGreaterThanOrEqual(4);
  // Once a day, and not for long.
  expect(calls.length).toBeLessThan(30);
  await page.close();

  await context.setOffline(true);
  const offline = await context.newPage();
  const dialog = offline.getByRole('dialog');
  await offline.goto('/app');
  await test.step('home', () => expect(offline.getByRole('main').getByText('Leg day').first()).toBeVisible());
  await test.step('the profile', async () => {
    await offline.getByRole('button', { name: 'Profile', exact: true }).filter({ visible: true }).click();
    await expect(dialog.getByLabel('First name')).toHaveValue('Mira');
    await dialog.getByRole('tab', { name: 'Notifications' }).click();
    await expect(dialog.getByRole('region', { name: 'Your sessions' })).toBeVisible();
  });
  await test.step('four weeks of the calendar', async () => {
    await goInApp(offline, `/app/calendar?view=day&day=${noonIn(26).slice(0, 10)}`);
    await expect(offline.getByText('Far away squats').first()).toBeVisible();
  });
  await test.step('a session', async () => {
    await goInApp(offline, `/app/sessions/${soon.id}`);
    await expect(offline.getByRole('heading', { name: 'Leg day' })).toBeVisible();
    await expect(offline.getByRole('button', { name: 'Hana Vale: profile' }).first()).toBeVisible();
    await expect(offline.getByRole('log', { name: 'Chat' })).toContainText('Bring a belt');
  });
  const open = async (path: string) => {
    await offline.goto(`/app?${path}`);
    await expect(dialog).toBeVisible();
  };
  await test.step('a chat', async () => {
    await open(`open=messages&id=${chat.id}`);
    await expect(offline.getByRole('log', { name: 'Chat' })).toContainText('Deadlifts?');
  });
  await test.step('friends', async () => {
    await open('open=friends');
    await expect(dialog.getByText('Hana Vale')).toBeVisible();
  });
  await test.step('notifications', async () => {
    await open('open=notifications');
    await expect(dialog.getByText(/Hana/).first()).toBeVisible();
  });
});

test('sends what waits when the browser tells the worker that the network is back', { tag: '@drill' }, async ({
  page,
  context,
  request,
  mailTo,
  faults,
}) => {
  faults.expected.push(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  const [mira, hana] = await newGym({ request, mailTo }, 'Mira', 'Hana');
  const { id } = await hana.call('POST', '/conversations/direct/', { user_id: mira.id });
  await hana.call('POST', `/conversations/${id}/send_message/`, { content: 'Deadlifts?' });
  await mira.call('POST', `/conversations/${id}/accept/`);
  await page.goto(quietPage);
  await storeTokens(page, mira.tokens);
  // A page in the background may not hear of it by itself.
  await page.addInitScript(() =>
    addEventListener('online', (event) => event.stopImmediatePropagation(), { capture: true }),
  );
  await page.goto(`/app?onboarding=skip&open=messages&id=${id}`);
  await page.getByRole('textbox', { name: 'Message' }).fill('No signal down here');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText("Sends when you're back online")).toBeVisible();
  await context.setOffline(false);

  const devTools = await context.newCDPSession(page);
  const registered = new Promise<string>((found) =>
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) found(registrations[0].registrationId);
    }),
  );
  await devTools.send('ServiceWorker.enable');
  const sent = async () => (await mira.call('GET', `/conversations/${id}/messages/`)).count;
  const { origin } = new URL(page.url());
  await devTools.send('ServiceWorker.dispatchSyncEvent', {
    origin,
    registrationId: await registered,
    tag: 'outbox',
    lastChance: false,
  });
  await expect.poll(sent).toBe(2);
});
