import { chromium } from '@playwright/test';
import { findChromium } from '../../../scripts/chromium.ts';
import { afterwards } from '../cleanup.ts';

export type PageScripts = { page: string; bytes: number; files: number };

/** Bytes of script that a first visit transfers until the page is quiet. */
export async function measureScripts(url: string, token: string): Promise<PageScripts[]> {
  const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: ['--no-sandbox'] });
  afterwards(() => browser.close());

  async function visit(page: string, signedIn: boolean): Promise<PageScripts> {
    // The service worker fetches the rest of the app later; the page doesn't wait for that.
    const context = await browser.newContext({ serviceWorkers: 'block' });
    if (signedIn) await context.addInitScript((access) => localStorage.setItem('access_token', access), token);
    const tab = await context.newPage();
    let bytes = 0;
    let files = 0;
    tab.on('requestfinished', async (request) => {
      const response = await request.response();
      if (!/javascript/.test(response?.headers()['content-type'] ?? '')) return;
      const { responseBodySize } = await request.sizes();
      files += 1;
      bytes += responseBodySize;
    });
    await tab.goto(`${url}${page}`, { waitUntil: 'load' });
    // A signed-in page keeps its live stream open and is never idle, so quiet means that no new scripts arrive for a
    // while.
    for (let seen = -1; seen !== files; ) {
      seen = files;
      await tab.waitForTimeout(1_500);
    }
    const arrivedAt = new URL(tab.url()).pathname;
    if (arrivedAt !== page) throw new Error(`${page} led to ${arrivedAt}, so its scripts cannot be counted.`);
    await context.close();
    return { page, bytes, files };
  }

  return [await visit('/', false), await visit('/login', false), await visit('/app', true)];
}
