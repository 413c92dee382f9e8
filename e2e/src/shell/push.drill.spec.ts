import type { Worker } from '@playwright/test';
import { startPushHost } from '../../../server/src/testing/hosts/push-host.ts';
import { expect, test } from '../fixtures.ts';
import { memberOf } from '../people-at-once.ts';
import { call, plan } from '../planning.ts';

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
const show = (worker: Worker, data: object | string) =>
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

type Shown = { title: string; body?: string; data?: object };

/** Taps a shown notification or one of its buttons, and returns what the worker closed, opened and showed then. */
const tap = (worker: Worker, data: object, action = '', reply = '') =>
  worker.evaluate(
    async ([kept, button, words]) => {
      const scope = globalThis as unknown as WorkerScope;
      const result: { opened: string[]; isClosed: boolean; shown: Shown[] } = {
        opened: [],
        isClosed: false,
        shown: [],
      };
      scope.registration.showNotification = async (title, options) => void result.shown.push({ title, ...options });
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
        action: { value: button },
        reply: { value: words },
        waitUntil: { value: (one: Promise<unknown>) => work.push(one) },
      });
      scope.dispatchEvent(event);
      // Only a real tap may bring a page to the front.
      await Promise.allSettled(work);
      return result;
    },
    [data, action, reply] as const,
  );

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
  const actions = [
    { name: 'mark_read', title: 'Mark read', path: `/api/v1/notifications/${id}/mark-read/`, token: 'old' },
  ];
  const told = {
    id,
    title,
    body: 'We share a rack',
    url,
    brand: '/icons',
    tag: id,
    unread_count: 1,
    silent_from: null,
  };
  const message = { to: receiver_id, ...told, actions };

  await signInAs(asked);
  await page.goto('/app?onboarding=skip');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const worker = context.serviceWorkers()[0]!;

  await test.step('a push shows nothing of its content until its member has turned pushes on here', async () => {
    const [shown] = await show(worker, message);
    expect(JSON.stringify(shown)).not.toContain('rack');
    await page.evaluate(async (owner) => {
      await (await caches.open('spotter-push-owner')).put('/push-owner', new Response(owner));
    }, receiver_id);
  });

  await test.step('every push is shown, at night without a sound', async () => {
    const data = expect.objectContaining({ id, url });
    const shown = { title, body: 'We share a rack', tag: id, silent: false, renotify: true, data };
    expect(await show(worker, message)).toEqual([expect.objectContaining(shown), { badge: 1 }]);
    const [late] = await show(worker, { ...message, silent_from: '2020-01-01T00:00:00Z' });
    expect(late).toMatchObject({ silent: true, renotify: false });
    // Browsers end the pushes of a site that shows nothing.
    const [unreadable] = await show(worker, 'not JSON');
    expect(unreadable).toMatchObject({ data: { id: null, url: '/app?open=notifications' } });
  });

  await test.step('a button whose token has ended says so, and opens nothing by itself', async () => {
    expect(await tap(worker, { id, url, tag: id, title, brand: '/icons', actions }, 'mark_read')).toMatchObject({
      opened: [],
      isClosed: true,
      shown: [{ title: "Couldn't mark it read" }],
    });
  });

  await test.step('a tap tells the open page, which opens the place and marks it read', async () => {
    expect(await tap(worker, { id, url })).toMatchObject({ opened: [], isClosed: true });
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

test("does what a push's buttons say while no page is open, each once", { tag: '@own-window' }, async ({
  page,
  context,
  request,
  signInAs,
  tokensOf,
  newMember,
}) => {
  const account = await newMember();
  const me = await memberOf(request, tokensOf, account);
  const friend = await memberOf(request, tokensOf, await newMember());
  const { id: asked } = await call(request, me.tokens, '/friends/', { receiver_id: friend.id });
  await call(request, friend.tokens, `/friends/${asked}/accept/`, {});
  const { id: chat } = await call(request, friend.tokens, '/conversations/direct/', { user_id: me.id });
  const host = await startPushHost(Number(process.env.E2E_PUSH_PORT));
  const put = (path: string, data: object) =>
    request.put(`/api/v1${path}`, { headers: { authorization: `Bearer ${me.tokens.access_token}` }, data });
  // The tests run at any hour.
  expect(
    (await put('/users/me/preferences/', { quiet_hours: { enabled: false, from: '22:00', until: '07:00' } })).ok(),
  ).toBe(true);
  expect((await put('/users/me/push-subscription/', host.subscribe())).ok()).toBe(true);

  await signInAs(account);
  await page.goto('/app?onboarding=skip');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const worker = context.serviceWorkers()[0]!;
  await page.evaluate(async (owner) => {
    await (await caches.open('spotter-push-owner')).put('/push-owner', new Response(owner));
  }, me.id);
  // No page of the app is open any more.
  await page.goto('/healthz');

  /** How the worker shows a push that the server has really sent. */
  const shownWith = async (action: string): Promise<Shown> => {
    const find = () => host.received.find(({ message }) => message.actions[0]?.name === action);
    await expect.poll(() => find() !== undefined).toBe(true);
    const [shown] = await show(worker, find()!.message);
    return shown as Shown;
  };
  const said = async () =>
    (await call(request, friend.tokens, `/conversations/${chat}/messages/`)).results.map(
      ({ content }: { content: string }) => content,
    );

  try {
    await test.step('a reply without a network is told with its words, and sent when it is tried again', async () => {
      await call(request, friend.tokens, `/conversations/${chat}/send_message/`, { content: 'Six?' });
      const { data } = await shownWith('reply');
      const reply = () => tap(worker, data!, 'reply', 'Seven is better');
      const offline = (is: boolean) =>
        worker.evaluate((cut) => {
          const scope = globalThis as unknown as { fetch: typeof fetch; trueFetch?: typeof fetch };
          scope.trueFetch ??= scope.fetch;
          scope.fetch = cut ? () => Promise.reject(new TypeError('Failed to fetch')) : scope.trueFetch;
        }, is);
      await offline(true);
      const { shown, opened } = await reply();
      expect([opened, shown]).toMatchObject([
        [],
        [{ title: "Your reply wasn't sent", body: '“Seven is better”\nTap to try again in the app.' }],
      ]);
      // What is told leads to the chat.
      expect((await tap(worker, shown[0]!.data!)).opened[0]).toContain(`/app?open=messages&id=${chat}`);
      expect(await said()).toEqual(['Six?']);
      await offline(false);
      expect(await reply()).toEqual({ opened: [], isClosed: true, shown: [] });
      await reply();
      expect(await said()).toEqual(['Seven is better', 'Six?']);
    });

    await test.step('Join joins, and Mark read marks it read', async () => {
      const session = await plan(request, friend.tokens, { invited_user_ids: [me.id] });
      const { title, data } = await shownWith('join');
      const joined = await tap(worker, data!, 'join');
      expect(joined).toMatchObject({ opened: [], shown: [{ title: "You're in", body: title }] });
      await tap(worker, data!, 'join');
      const { current_participants } = await call(request, me.tokens, `/sessions/${session.id}/`);
      expect(current_participants).toBe(2);
      const unread = async () => (await call(request, me.tokens, '/notifications/unread-count/')).unread_count;
      const before = await unread();
      expect(await tap(worker, data!, 'mark_read')).toEqual({ opened: [], isClosed: true, shown: [] });
      expect(await unread()).toBe(before - 1);
    });

    await test.step('the words that could not be sent at first wait in the chat, and not in its address', async () => {
      await page.goto(`/app?onboarding=skip&open=messages&id=${chat}`);
      await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Seven is better');
    });
  } finally {
    await host.stop();
  }
});
