/// <reference lib="webworker" />
import type { PushAction } from '@spotter/contract/notifications/push-message.ts';
import { takeTurn } from './active-version.ts';
import { type BuildFile, fingerprint, isOwnFile } from './kept-files.ts';
import { keepReply } from './kept-replies.ts';
import { takeAction } from './push-actions.ts';
import { addressToOpen, notificationOf, type Opened, pathOf, readableTo } from './push-notification.ts';
import { readPushOwner } from './push-owner.ts';
import { keepShare } from './shared-content.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: BuildFile[] };

/**
 * Caches the app's own files so that it opens offline. API answers are never cached, so the next user of the same phone
 * finds nothing of the last.
 */
const FILES = self.__WB_MANIFEST;
const PREFIX = 'spotter-files-';
const CACHE = PREFIX + fingerprint(FILES);
const SHELL = '/app.html';
const LANDING = '/index.html';
/** The server's page for home has its outline, which is painted before the app's files are read. */
const HOME = '/app';
// The preview may be framed by the theme editor; the app's own page may not.
const NOT_PAGES = /^\/(api|files|brand|dev|healthz|readyz|metrics|theme-preview)(\/|$)/;

const addressOf = (url: string) => new URL(url, self.location.origin).pathname;
const kept = new Set([...FILES.map(({ url }) => addressOf(url)), HOME]);

self.addEventListener('install', (event) => event.waitUntil(keepFiles()));

/** All of this version or none: if one file can't be had, the worker before this one stays, and the next try goes on here. */
async function keepFiles() {
  const cache = await caches.open(CACHE);
  const held = new Set((await cache.keys()).map((request) => addressOf(request.url)));
  const missing = [...kept].filter((path) => !held.has(path));
  await Promise.all(missing.map((path) => keepFile(cache, path)));
}

async function keepFile(cache: Cache, path: string) {
  // `reload`: a page without a hash in its name must not come from the browser's own cache.
  const answer = await fetch(path, { cache: path.startsWith('/assets/') ? 'default' : 'reload' });
  if (!(await isOwnFile(path, answer, kept))) throw new Error(`This is not ${path} of this version`);
  await cache.put(path, answer);
}

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
      const before = (await takeTurn(CACHE)) ?? others.at(-1);
      // Pages of the version that was active are open until they are reloaded. Versions between were never active.
      await Promise.all(others.filter((name) => name !== before).map((name) => caches.delete(name)));
      await self.clients.claim();
    })(),
  );
});

async function fromCache(path: string, request: Request): Promise<Response> {
  // Not `open`, which would recreate the cache that sign-out has just deleted.
  return (await caches.match(path, { cacheName: CACHE })) ?? fetch(request);
}

/** A file that only an open page of an earlier version names. */
const fromEarlier = async (path: string, request: Request) => (await caches.match(path)) ?? fetch(request);

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.method === 'POST' && pathname === '/app/share') return event.respondWith(takeShare(request));
  if (request.method !== 'GET' || NOT_PAGES.test(pathname)) return;
  if (request.mode === 'navigate') {
    // The landing page is for visitors and always fresh; offline, the cached copy is served.
    if (pathname === '/') event.respondWith(fetch(request).catch(() => fromCache(LANDING, request)));
    else event.respondWith(fromCache(pathname === HOME ? HOME : SHELL, request));
  } else if (kept.has(pathname)) {
    event.respondWith(fromCache(pathname, request));
  } else if (pathname.startsWith('/assets/')) {
    event.respondWith(fromEarlier(pathname, request));
  }
});

/** What another app shares; without the worker the server answers, and photos don't come along. */
async function takeShare(request: Request): Promise<Response> {
  return Response.redirect(await keepShare(await request.formData()), 303);
}

self.addEventListener('message', (event) => {
  if (event.data?.type === 'skip-waiting') void self.skipWaiting();
  // Sign-out deletes every cache; the app's own files are cached again from the next sign-in.
  if (event.data?.type === 'keep-files') event.waitUntil(Promise.all([takeTurn(CACHE), keepFiles()]));
});

const openPages = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

/**
 * The network is back: tells the app's pages to send what waits. The worker has no tokens to send it itself, so without an
 * open page it waits for the next visit.
 */
self.addEventListener('sync', (event) => {
  (event as ExtendableEvent).waitUntil(
    openPages().then((pages) => {
      for (const page of pages) page.postMessage({ type: 'send-outbox' });
    }),
  );
});

/** Browsers require that every push is shown, and end the pushes of a site that doesn't. */
self.addEventListener('push', (event) => event.waitUntil(showPush(event.data)));

async function showPush(data: PushMessageData | null) {
  const message = readableTo(await readPushOwner(), () => data?.json());
  const { title, options } = notificationOf(message, Date.now());
  await Promise.all([self.registration.showNotification(title, options), setBadge(message.unread_count)]);
}

/** Not every browser has badges, and some refuse them outside an installed app. */
const setBadge = (count: number) => navigator.setAppBadge?.(count).catch(() => {});

/**
 * Opens what a tapped notification is about and marks it read, or does what one of its buttons says. Only a page has the
 * tokens of the sign-in and can renew them, so the worker tells an open page, or opens one whose address names the
 * notification; after a sign-in it is still there. A button has a token of its own.
 */
self.addEventListener('notificationclick', (event) => {
  const opened = event.notification.data as Opened | null;
  const { action: name, reply = '' } = event as NotificationEvent & { reply?: string | null };
  event.notification.close();
  const action = opened?.actions?.find((one) => one.name === name);
  // A browser without a field for the reply leads to the chat.
  const canAct = opened && action && (action.name !== 'reply' || reply?.trim());
  event.waitUntil(canAct ? act(action, opened, reply ?? '') : openPlace(opened ?? {}));
});

async function act(action: PushAction, opened: Opened, reply: string) {
  const words = reply.trim();
  const owner = await readPushOwner();
  const { isDone, news, unreadCount } = await takeAction(action, opened, words);
  // The call may hang until the member has signed out or another one has signed in, who must see nothing of it.
  if ((await readPushOwner()) !== owner) return;
  // The notification that shows the words closes at the next tap; the chat's draft keeps them.
  if (!isDone && words && owner) {
    await keepReply({ owner, url: opened.url, words });
    for (const page of await openPages()) page.postMessage({ type: 'kept-reply' });
  }
  if (news) await self.registration.showNotification(news.title, news.options);
  if (unreadCount !== null) await setBadge(unreadCount);
}

async function openPlace(opened: Partial<Opened>) {
  const page = (await openPages()).find(({ url }) => new URL(url).pathname.startsWith('/app'));
  if (!page) return void (await self.clients.openWindow(addressToOpen(opened, self.location.origin)));
  page.postMessage({ type: 'open-notification', id: opened.id, url: pathOf(opened.url) });
  await page.focus();
}
