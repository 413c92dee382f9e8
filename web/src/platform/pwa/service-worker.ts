/// <reference lib="webworker" />
import type { PushMessage } from '@spotter/contract/notifications/push-message.ts';
import { addressToOpen, notificationOf, type Opened, pathOf, somethingNew } from './push-notification.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] };

/**
 * Caches the app's own files so that it opens offline. API answers are never cached, so the next user of the same phone
 * finds nothing of the last.
 */
const FILES = self.__WB_MANIFEST;
const PREFIX = 'spotter-files-';
const CACHE = PREFIX + fingerprint(FILES.map(({ url, revision }) => `${url}@${revision}`).join());
const SHELL = '/app.html';
const LANDING = '/index.html';
// The preview may be framed by the theme editor; the app's own page may not.
const NOT_PAGES = /^\/(api|files|dev|healthz|readyz|metrics|theme-preview)(\/|$)/;

function fingerprint(text: string): string {
  let hash = 5381;
  for (let i = 0; i < text.length; i++) hash = ((hash << 5) + hash + text.charCodeAt(i)) >>> 0;
  return hash.toString(36);
}

const addressOf = (url: string) => new URL(url, self.location.origin).pathname;
const kept = new Set(FILES.map(({ url }) => addressOf(url)));

self.addEventListener('install', (event) => event.waitUntil(keepFiles()));

async function keepFiles() {
  const cache = await caches.open(CACHE);
  const held = new Set((await cache.keys()).map((request) => addressOf(request.url)));
  const missing = [...kept].filter((path) => !held.has(path));
  // `reload`: a page without a hash in its name must not come from the browser's own cache.
  const requests = missing.map((path) => new Request(path, { cache: path.endsWith('.html') ? 'reload' : 'default' }));
  await cache.addAll(requests);
}

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      await Promise.all(
        names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
      );
      await self.clients.claim();
    })(),
  );
});

async function fromCache(path: string, request: Request): Promise<Response> {
  // Not `open`, which would recreate the cache that sign-out has just deleted.
  return (await caches.match(path, { cacheName: CACHE })) ?? fetch(request);
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin || NOT_PAGES.test(url.pathname)) return;
  if (request.mode === 'navigate') {
    const page = url.pathname === '/' ? LANDING : SHELL;
    // The landing page is for visitors and always fresh; offline, the cached copy is served.
    const isLanding = page === LANDING;
    event.respondWith(isLanding ? fetch(request).catch(() => fromCache(LANDING, request)) : fromCache(SHELL, request));
  } else if (kept.has(url.pathname)) {
    event.respondWith(fromCache(url.pathname, request));
  }
});

self.addEventListener('message', (event) => {
  if (event.data?.type === 'skip-waiting') void self.skipWaiting();
  // Sign-out deletes every cache; the app's own files are cached again from the next sign-in.
  if (event.data?.type === 'keep-files') event.waitUntil(keepFiles());
});

/** Browsers require that every push is shown, and end the pushes of a site that doesn't. */
self.addEventListener('push', (event) => {
  const message = readMessage(event.data);
  const { title, options } = notificationOf(message, Date.now());
  event.waitUntil(
    Promise.all([
      self.registration.showNotification(title, options),
      navigator.setAppBadge?.(message.unread_count).catch(() => {}),
    ]),
  );
});

function readMessage(data: PushMessageData | null): PushMessage {
  try {
    return data?.json() ?? somethingNew;
  } catch {
    return somethingNew;
  }
}

/**
 * Opens what a tapped notification is about and marks it read. Only a page has the tokens and can renew them, so the
 * worker tells an open page, or opens one whose address names the notification; after a sign-in it is still there.
 */
self.addEventListener('notificationclick', (event) => {
  const opened = (event.notification.data ?? {}) as Partial<Opened>;
  event.notification.close();
  event.waitUntil(
    (async () => {
      const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
      const page = pages.find(({ url }) => new URL(url).pathname.startsWith('/app'));
      if (!page) return void (await self.clients.openWindow(addressToOpen(opened, self.location.origin)));
      page.postMessage({ type: 'open-notification', id: opened.id, url: pathOf(opened.url) });
      await page.focus();
    })(),
  );
});
