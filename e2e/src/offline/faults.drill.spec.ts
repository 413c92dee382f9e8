import type { BrowserContext, Page } from '@playwright/test';
import { test as base, expect, goInApp, storeTokens } from '../fixtures.ts';
import { minutesFromNow } from '../minutes-from-now.ts';
import { newGym, type Person } from '../noon-gym.ts';
import { quietPage } from '../shared-window.ts';
import { keptAt, phones } from './phone.ts';

/* A browser that stores nothing, and a clock that is wrong: nothing is lost silently, and nothing is sent twice. */

const test = phones(base);
const WORDS = 'No signal down here';

/** Mira is in Hana's session, which starts in an hour and a half. */
async function joined(fixtures: Parameters<typeof newGym>[0]) {
  const [mira, hana] = await newGym(fixtures, 'Mira', 'Hana');
  const { id } = await hana.call('POST', '/sessions/', {
    title: 'Leg day',
    workout_type: 'strength',
    start_time: minutesFromNow(100),
    max_participants: 6,
  });
  await mira.call('POST', `/sessions/${id}/join/`);
  const sent = async () =>
    (await mira.call('GET', `/sessions/${id}/messages/`)).results.map(({ content }: { content: string }) => content);
  return { mira, id: id as string, sent };
}

async function openAs({ tokens }: Person, page: Page, path: string): Promise<void> {
  await page.goto(quietPage);
  await storeTokens(page, tokens);
  await page.goto(path);
}

async function writeOffline(page: Page, context: BrowserContext): Promise<void> {
  const composer = page.getByRole('textbox', { name: 'Message' });
  await composer.fill(WORDS);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText("Sends when you're back online")).toBeVisible();
}

/** Runs in the page. */
const storesSomething = () =>
  new Promise<boolean>((resolve) => {
    const opening = indexedDB.open('room');
    opening.onupgradeneeded = () => opening.result.createObjectStore('room');
    opening.onerror = () => resolve(false);
    opening.onsuccess = () => {
      const writing = opening.result.transaction('room', 'readwrite');
      const end = (isStored: boolean) => {
        opening.result.close();
        resolve(isStored);
      };
      writing.oncomplete = () => end(true);
      writing.onabort = () => end(false);
      writing.objectStore('room').put('x'.repeat(10_000), 'room');
    };
  });

const toKeepItOpen = (page: Page) => page.getByRole('status').filter({ hasText: 'Keep this page open' });

test('keeps a message that a full disk refuses, says so, and sends it once after a reload', async ({
  page,
  context,
  request,
  mailTo,
  faults,
}) => {
  faults.expected.push(/ERR_INTERNET_DISCONNECTED|Failed to load resource|Quota/i);
  const { mira, id, sent } = await joined({ request, mailTo });
  await openAs(mira, page, `/app/sessions/${id}?onboarding=skip`);
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  const devTools = await context.newCDPSession(page);
  const { origin } = new URL(page.url());
  try {
    await devTools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
    // Chromium goes by the room that it found some seconds ago.
    await expect.poll(() => page.evaluate(storesSomething), { timeout: 60_000 }).toBe(false);
    await writeOffline(page, context);
    await expect(toKeepItOpen(page)).toBeVisible();
    expect((await keptAt(page)).filter((key) => key.startsWith('unsent'))).toEqual([]);
    await page.reload();
    await expect(page.getByText('1 change waiting')).toBeAttached();
    await context.setOffline(false);
    await expect.poll(sent).toEqual([WORDS]);
    await expect(page.getByText('1 change waiting')).toHaveCount(0);
  } finally {
    await devTools.send('Storage.overrideQuotaForOrigin', { origin });
  }
  await page.reload();
  await expect(page.getByText(WORDS).first()).toBeVisible();
  expect(await sent()).toEqual([WORDS]);
});

test('works in a browser that stores nothing, and asks to keep the page open', async ({
  page,
  context,
  request,
  mailTo,
  faults,
}) => {
  faults.expected.push(/ERR_INTERNET_DISCONNECTED|Failed to load resource|SecurityError|denied/i);
  const { mira, id, sent } = await joined({ request, mailTo });
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(globalThis, name, {
        get() {
          throw new DOMException('Access is denied.', 'SecurityError');
        },
      });
  });
  await page.goto('/login');
  await page.getByLabel('Email').fill(mira.email);
  await page.getByLabel('Password', { exact: true }).fill(mira.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/app/);
  await goInApp(page, `/app/sessions/${id}`);
  await writeOffline(page, context);
  await expect(toKeepItOpen(page)).toBeVisible();
  await context.setOffline(false);
  await expect.poll(sent).toEqual([WORDS]);
  await expect(page.getByText("Sends when you're back online")).toHaveCount(0);
  expect(await sent()).toEqual([WORDS]);
});

for (const days of [1, -1])
  test(`stays signed in, sends once and tells the right time with a clock that is wrong by ${days} day`, async ({
    page,
    context,
    request,
    mailTo,
    faults,
  }) => {
    faults.expected.push(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
    const { mira, id, sent } = await joined({ request, mailTo });
    await page.addInitScript((off) => {
      const RealDate = Date;
      class WrongDate extends RealDate {
        constructor(...given: unknown[]) {
          super(...((given.length > 0 ? given : [WrongDate.now()]) as [number]));
        }
        static override now = () => RealDate.now() + off;
      }
      globalThis.Date = WrongDate as DateConstructor;
    }, days * 86_400_000);
    await openAs(mira, page, '/app?onboarding=skip');
    const next = page.getByRole('region', { name: 'Your next session' });
    await expect(next).toContainText('Leg day');
    await expect(next.getByRole('timer')).toHaveText(/^in 1 h \d+ min$/);
    await expect(next).toContainText('Today, ');

    await goInApp(page, `/app/sessions/${id}`);
    await writeOffline(page, context);
    await page.reload();
    await expect(page.getByText('1 change waiting')).toBeAttached();
    await context.setOffline(false);
    await expect.poll(sent).toEqual([WORDS]);
    await expect(page.getByText('1 change waiting')).toHaveCount(0);
    await goInApp(page, '/app');
    await expect(next.getByRole('timer')).toHaveText(/^in 1 h \d+ min$/);
    await expect(page).toHaveURL(/\/app$/);
    expect(await sent()).toEqual([WORDS]);
  });
