import { afterEach, expect, test, vi } from 'vitest';
import { takeReplies } from './kept-replies.ts';
import { keepPushOwner } from './push-owner.ts';

/** As a browser has them, as far as the worker needs it here. */
function stubCaches() {
  const all = new Map<string, Map<string, Response>>();
  const open = async (name: string) => {
    const entries = all.get(name) ?? new Map<string, Response>();
    all.set(name, entries);
    return {
      put: async (address: string, answer: Response) => void entries.set(address, answer),
      match: async (address: string) => entries.get(address)?.clone(),
      keys: async () => [...entries.keys()],
      delete: async (address: string) => entries.delete(address),
    };
  };
  vi.stubGlobal('caches', {
    open,
    has: async (name: string) => all.has(name),
    match: async (address: string, { cacheName }: { cacheName: string }) => all.get(cacheName)?.get(address)?.clone(),
  });
}

type Listener = (event: object) => void;
const showNotification = vi.fn(async () => {});
async function startWorker() {
  const listeners = new Map<string, Listener>();
  vi.stubGlobal('self', {
    __WB_MANIFEST: [],
    location: globalThis.location,
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
    clients: { matchAll: async () => [] },
    registration: { showNotification },
  });
  await import('./service-worker.ts');
  return listeners;
}
afterEach(() => {
  vi.unstubAllGlobals();
});

test('shows and keeps nothing of a reply when another member signs in while it is sent', async () => {
  stubCaches();
  const listeners = await startWorker();
  await keepPushOwner('ana');
  vi.stubGlobal('fetch', async () => {
    await keepPushOwner('ben');
    throw new TypeError('Failed to fetch');
  });
  const url = '/app?open=messages&id=7';
  const actions = [{ name: 'reply', title: 'Reply', path: '/api/v1/reply/', token: 'once' }];
  const data = { id: 'n1', url, brand: '/brand/iron', tag: 'n1', title: 'Ben wrote', actions };
  let done: Promise<unknown> | undefined;
  listeners.get('notificationclick')?.({
    notification: { data, close: () => {} },
    action: 'reply',
    reply: 'Seven it is',
    waitUntil: (work: Promise<unknown>) => {
      done = work;
    },
  });
  await done;
  expect([await takeReplies('ben'), showNotification.mock.calls]).toEqual([[], []]);
});
