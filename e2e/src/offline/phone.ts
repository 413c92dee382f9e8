import type { BrowserContext, Page } from '@playwright/test';
import type { test as base } from '../fixtures.ts';
import { quietPage } from '../shared-window.ts';

type Phone = { phone: { context?: BrowserContext } };

/** Tests of a worker share a phone on which the app is installed: its files take seconds to arrive. */
export const phones = (test: typeof base) =>
  test.extend<object, Phone>({
    phone: [
      async ({ browser: _ }, use) => {
        const phone: Phone['phone'] = {};
        await use(phone);
        await phone.context?.close();
      },
      { scope: 'worker' },
    ],
    context: async ({ browser, phone }, use) => {
      phone.context ??= await installed(await browser.newContext({ serviceWorkers: 'allow' }));
      await use(phone.context);
      await phone.context.setOffline(false);
      const left = await phone.context.newPage();
      await left.goto(quietPage);
      await left.evaluate(() => localStorage.clear());
      await Promise.all(phone.context.pages().map((page) => page.close()));
    },
    page: async ({ context }, use) => {
      await use(await context.newPage());
    },
  });

async function installed(context: BrowserContext): Promise<BrowserContext> {
  const page = await context.newPage();
  await page.goto(quietPage);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/service-worker.js');
    await navigator.serviceWorker.ready;
  });
  await page.close();
  return context;
}

/** The keys of what the app keeps on the device; looking must not create the database. */
export const keptAt = (page: Page) =>
  page.evaluate(async () => {
    const all = await indexedDB.databases();
    if (!all.some(({ name }) => name === 'spotter-offline')) return [];
    return new Promise<string[]>((resolve) => {
      const opening = indexedDB.open('spotter-offline');
      opening.onsuccess = () => {
        const keys = opening.result.transaction('kept').objectStore('kept').getAllKeys();
        keys.onsuccess = () => {
          opening.result.close();
          resolve(keys.result.map((key) => (key as string[])[1] ?? ''));
        };
      };
    });
  });
