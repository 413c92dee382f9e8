import { expect, test } from '../fixtures.ts';
import { call } from '../planning.ts';

test.use({ serviceWorkers: 'allow' });

test('opens the place of a tapped push and marks it read', { tag: '@own-window' }, async ({
  page,
  context,
  request,
  signInAs,
  tokensOf,
  newMember,
}) => {
  const asked = await newMember();
  const tokens = await tokensOf(asked);
  const { id: receiver_id } = await call(request, tokens, '/users/me/');
  await call(request, await tokensOf(await newMember()), '/friends/', { receiver_id, message: 'We share a rack' });
  const [told] = (await call(request, tokens, '/notifications/')).results;

  await signInAs(asked);
  await page.goto('/app?onboarding=skip');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // A tap can't be made by a test; the worker then sends this to an open page.
  const { id, url } = told;
  await context.serviceWorkers()[0]?.evaluate(
    async (opened) => {
      const { clients } = globalThis as unknown as { clients: { matchAll(): Promise<MessagePort[]> } };
      for (const open of await clients.matchAll()) open.postMessage({ type: 'open-notification', ...opened });
    },
    { id, url },
  );
  await expect(page.getByRole('list', { name: 'Friend requests' })).toContainText('We share a rack');
  await expect.poll(async () => (await call(request, tokens, '/notifications/unread-count/')).unread_count).toBe(0);

  // Without an open page the worker opens one at this address.
  await page.goto(`/app?open=notifications&notification=${id}`);
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
});
