import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hidePushes, keepPushes } from './push.ts';
import { keepPushOwner, readPushOwner } from './push-owner.ts';

const shown = { close: vi.fn() };
const subscription = { unsubscribe: vi.fn(async () => true) };

beforeEach(() => {
  const entries = new Map<string, Map<string, Response>>();
  vi.stubGlobal('caches', {
    open: async (name: string) => {
      entries.set(name, entries.get(name) ?? new Map());
      return { put: async (path: string, answer: Response) => void entries.get(name)?.set(path, answer) };
    },
    match: async (path: string, { cacheName = '' } = {}) => entries.get(cacheName)?.get(path)?.clone(),
    delete: async (name: string) => entries.delete(name),
  });
  const registration = {
    getNotifications: async () => [shown],
    pushManager: { getSubscription: async () => subscription },
  };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
  vi.stubGlobal('PushManager', {});
  vi.stubGlobal('Notification', {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('hides what is on the screen and on its way when another member signs in', async () => {
  localStorage.setItem('push-owner', 'ana');
  await keepPushOwner('ana');
  await keepPushes('ben');
  expect(await readPushOwner()).toBeNull();
  expect(shown.close).toHaveBeenCalled();
  expect(subscription.unsubscribe).toHaveBeenCalled();
});

test('leaves the subscription of a member whose sign-in has expired, and shows none of its content', async () => {
  await keepPushOwner('ana');
  subscription.unsubscribe.mockClear();
  await hidePushes();
  expect(await readPushOwner()).toBeNull();
  expect(subscription.unsubscribe).not.toHaveBeenCalled();
});
