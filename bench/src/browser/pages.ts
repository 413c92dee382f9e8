import { readFileSync } from 'node:fs';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findChromium } from '../../../scripts/chromium.ts';
import { afterwards } from '../cleanup.ts';
import type { Person } from '../signed-in.ts';

export async function launchBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  afterwards(() => browser.close());
  return browser;
}

/** A desktop page in a new profile that holds nothing but the sign-in. */
export async function signedInPage(browser: Browser, { token }: Person): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
  await context.addInitScript((access) => localStorage.setItem('access_token', access), token);
  return context.newPage();
}

/**
 * Nanoseconds of processor time used by each renderer's main thread, by process id; empty where the system has no
 * figures.
 */
export async function mainThreads(browser: Browser): Promise<Map<number, number>> {
  const devTools = await browser.newBrowserCDPSession();
  const { processInfo } = await devTools.send('SystemInfo.getProcessInfo');
  await devTools.detach();
  const times = new Map<number, number>();
  for (const { id } of processInfo.filter(({ type }) => type === 'renderer')) {
    try {
      times.set(id, Number(readFileSync(`/proc/${id}/task/${id}/schedstat`, 'utf8').split(' ')[0]));
    } catch {
      // Only Linux reports this.
    }
  }
  return times;
}

/** Milliseconds of processor time of the page that worked most; null where the system has no figures. */
export function workedSince(before: Map<number, number>, after: Map<number, number>): number | null {
  const worked = [...after].map(([id, time]) => (time - (before.get(id) ?? time)) / 1_000_000);
  return worked.length > 0 ? Math.max(...worked) : null;
}
