import type { Worker } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { call } from '../planning.ts';

test.use({ serviceWorkers: 'allow' });

/** What the tests use of the worker's own world. */
type WorkerScope = {
  registration: { showNotification: (title: string, options: object) => Promise<void> };
  clients: { openWindow: (url: string) => Promise<void> };
  dispatchEvent(event: Event): boolean;
  PushEvent: new (type: string, init: { data: string }) => Event;
};

/**
 * Gives the worker a push as the browser does after decrypting it, and returns what the worker shows. Only what
 * belongs to the system is replaced: a browser without a screen has no notifications and no badge.
 */
const push = (worker: Worker, data: object | string) =>
  worker.evaluate(
    async (text) => {
      const scope = globalThis as unknown as WorkerScope;
      const shown: object[] = [];
      scope.registration.showNotification = async (title, options) => void shown.push({ title, ...options });
      Object.defineProperty(navigator, 'setAppBadge', {
        configurable: true,
        value: async (badge: number) => void shown.push({ badge }),
      });
      const work: Promise<unknown>[] = [];
      const event = new scope.PushEvent('push', { data: text });
      scope.dispatchEvent(
        Object.defineProperty(event, 'waitUntil', { value: (one: Promise<unknown>) => work.push(one) }),
      );
      await Promise.allSettled(work);
      return shown;
    },
    typeof data === 'string' ? data : JSON.stringify(data),
  );

/** Taps a shown notification, and returns whether it was closed and which addresses the worker opened. */
const tap = (worker: Worker, data: object) =>
  worker.evaluate(async (kept) => {
    const scope = globalThis as unknown as WorkerScope;
    const result: { opened: string[]; isClosed: boolean } = { opened: [], isClosed: false };
    scope.clients.openWindow = async (url) => void result.opened.push(url);
    const notification = {
      data: kept,
      close: () => {
        result.isClosed = true;
      },
    };
    const work: Promise<unknown>[] = [];
    const event = Object.defineProperties(new Event('notificationclick'), {
      notification: { value: notification },
      waitUntil: { value: (one: Promise<unknown>) => work.push(one) },
    });
    scope.dispatchEvent(event);
    // Only a real tap may bring a page to the front.
    await Promise.allSettled(work);
    return result;
  }, data);

test('shows a push, opens its place when it is tapped, and marks it read', { tag: '@own-window' }, async ({
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
  const [{ id, url, title }] = (await call(request, tokens, '/notifications/')).results;
  const message = { id, title, body: 'We share a rack', url, tag: id, unread_count: 1, silent_from: null };

  await signInAs(asked);
  await page.goto('/app?onboarding=skip');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const worker = context.serviceWorkers()[0]!;

  await test.step('every push is shown, at night without a sound', async () => {
    const shown = { title, body: 'We share a rack', tag: id, silent: false, renotify: true, data: { id, url } };
    expect(await push(worker, message)).toEqual([expect.objectContaining(shown), { badge: 1 }]);
    const [late] = await push(worker, { ...message, silent_from: '2020-01-01T00:00:00Z' });
    expect(late).toMatchObject({ silent: true, renotify: false });
    // Browsers end the pushes of a site that shows nothing.
    const [unreadable] = await push(worker, 'not JSON');
    expect(unreadable).toMatchObject({ data: { id: null, url: '/app?open=notifications' } });
  });

  await test.step('a tap tells the open page, which opens the place and marks it read', async () => {
    expect(await tap(worker, { id, url })).toEqual({ opened: [], isClosed: true });
    await expect(page.getByRole('list', { name: 'Friend requests' })).toContainText('We share a rack');
    await expect.poll(async () => (await call(request, tokens, '/notifications/unread-count/')).unread_count).toBe(0);
  });

  await test.step('without an open page a tap opens one that knows the notification', async () => {
    await page.goto('/healthz');
    const { opened } = await tap(worker, { id, url: '/app?open=notifications' });
    const { origin } = new URL(page.url());
    expect(opened).toEqual([`${origin}/app?open=notifications&notification=${id}`]);
    await page.goto(opened[0]!);
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
    expect(new URL(page.url()).search).toBe('');
  });
});
