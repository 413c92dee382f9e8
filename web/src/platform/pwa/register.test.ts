import { afterEach, expect, test, vi } from 'vitest';
import { registerServiceWorker } from './register.ts';

class Worker extends EventTarget {
  state = 'installing';
  postMessage = vi.fn();
  become(state: string) {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

/** The browser's side: a page that a worker controls, and registrations that find new ones. */
function stubBrowser() {
  const registration = Object.assign(new EventTarget(), {
    active: new Worker(),
    waiting: null as Worker | null,
    installing: null as Worker | null,
    update: async () => {},
  });
  const container = Object.assign(new EventTarget(), { controller: {}, register: async () => registration });
  vi.stubGlobal('navigator', { serviceWorker: container });
  return {
    container,
    install() {
      const worker = new Worker();
      registration.installing = worker;
      registration.dispatchEvent(new Event('updatefound'));
      return worker;
    },
  };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

async function setUp() {
  const browser = stubBrowser();
  const updates: (() => void)[] = [];
  const reload = vi.fn();
  await registerServiceWorker((update) => updates.push(update), reload);
  return { ...browser, updates, reload };
}

test('offers an update once it is ready, and reloads after it was activated', async () => {
  const { install, updates, container, reload } = await setUp();
  const worker = install();
  expect(updates).toEqual([]);
  worker.become('installed');
  expect(updates).toHaveLength(1);
  updates[0]?.();
  expect(worker.postMessage).toHaveBeenCalledWith({ type: 'skip-waiting' });
  expect(reload).not.toHaveBeenCalled();
  container.dispatchEvent(new Event('controllerchange'));
  expect(reload).toHaveBeenCalledOnce();
});

test('offers nothing when a new worker fails to install', async () => {
  const { install, updates } = await setUp();
  install().become('redundant');
  expect(updates).toEqual([]);
});

test('leaves a page alone when another tab activates the update, until its own reader wants it', async () => {
  const { install, updates, container, reload } = await setUp();
  const worker = install();
  worker.become('installed');
  worker.become('activated');
  container.dispatchEvent(new Event('controllerchange'));
  expect(reload).not.toHaveBeenCalled();
  updates[0]?.();
  expect(reload).toHaveBeenCalledOnce();
});
