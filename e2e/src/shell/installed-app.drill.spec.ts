import type { Page } from '@playwright/test';
import { expect, storeTokens, test } from '../fixtures.ts';
import { memberOf } from '../people-at-once.ts';
import { call } from '../planning.ts';
import { startReleases } from '../release-proxy.ts';

test.use({ serviceWorkers: 'allow' });

/** The builds whose answers the device holds. */
const buildsKept = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open('spotter-offline');
        opening.onsuccess = () => {
          const all = opening.result.transaction('kept').objectStore('kept').getAll();
          all.onsuccess = () => {
            opening.result.close();
            const builds = all.result.flatMap(({ buster }) => buster?.split('+')[1] ?? []);
            resolve([...new Set<string>(builds)]);
          };
        };
      }),
  );

test("installs in the gym's brand and loses nothing when a new build is released under an open page", {
  tag: '@own-window',
}, async ({ page, context, request, tokensOf, newMember, baseURL, faults }) => {
  faults.expected.push(/ServiceWorker|service worker|Failed to (fetch|load|update)|net::ERR/i);
  const { tokens, id: receiver_id } = await memberOf(request, tokensOf, await newMember());
  const friend = await memberOf(request, tokensOf, await newMember());
  const asked = await call(request, friend.tokens, '/friends/', { receiver_id });
  await call(request, tokens, `/friends/${asked.id}/accept/`, {});
  const { id: chat } = await call(request, tokens, '/conversations/direct/', { user_id: friend.id });
  await call(request, tokens, `/conversations/${chat}/send_message/`, { content: 'Squats tomorrow?' });
  const releases = await startReleases(baseURL ?? '');
  const open = async (path: string) => {
    await page.goto(`${releases.url}${path}`);
    // Not by its role: behind a window that the address opens it has none.
    await expect(page.locator('main')).toBeVisible();
  };
  const expectBuild = (build: number) =>
    expect(page.locator('meta[name=build]')).toHaveAttribute('content', String(build));
  /** Until its worker waits: the browser looks by itself too, and may still be bringing the build before. */
  const release = async (build: number) => {
    const before = await page.evaluateHandle(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return registration?.waiting ?? null;
    });
    releases.state.build = build;
    const isThere = async (before: ServiceWorker | null) => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration?.update();
      return Boolean(registration?.waiting) && registration?.waiting !== before;
    };
    await expect.poll(() => page.evaluate(isThere, before)).toBe(true);
  };
  const network = await context.newCDPSession(page);
  /** Only the page: the browser looks for new builds by itself. */
  const setOffline = async (offline: boolean) => {
    const conditions = { offline, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
    await network.send('Network.emulateNetworkConditions', conditions);
  };
  const sent = async () =>
    (await call(request, friend.tokens, `/conversations/${chat}/messages/`)).results.map(
      ({ content }: { content: string }) => content,
    );
  const waiting = page.getByText("Sends when you're back online");
  const composer = page.getByRole('textbox', { name: 'Message' });
  const form = page.getByRole('dialog', { name: 'Create session' });
  const create = page.getByRole('button', { name: 'Create', exact: true }).filter({ visible: true }).first();

  try {
    await page.goto(`${releases.url}/healthz`);
    await storeTokens(page, tokens);
    await open('/app?onboarding=skip');
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);

    await test.step("the browser finds the gym's app", async () => {
      const devTools = await context.newCDPSession(page);
      await expect.poll(async () => (await devTools.send('Page.getAppManifest')).url).toContain('/brand/');
      const { data = '{}', errors } = await devTools.send('Page.getAppManifest');
      expect(errors.filter(({ critical }) => critical)).toEqual([]);
      expect(JSON.parse(data)).toMatchObject({ id: '/app', name: 'Iron Harbour' });
      const { installabilityErrors } = await devTools.send('Page.getInstallabilityErrors');
      // Tests run in a private window.
      expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
    });

    await test.step('words shared by another app reach the chosen chat', async () => {
      await open('/app/share?text=A%20shared%20plan');
      await expect(page.getByRole('button', { name: /^Noor Vale(?!: profile)/ })).toBeVisible();
      await page.getByRole('button', { name: /^Noor Vale(?!: profile)/ }).click();
      await expect(composer).toHaveValue('A shared plan');
    });

    await test.step('without a network, a message waits, and another text and a form are half written', async () => {
      await setOffline(true);
      await composer.fill('No signal down here');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await expect(waiting).toBeVisible();
      await composer.fill('A shared plan, half written');
      await page.getByRole('button', { name: 'Close' }).click();
      await create.click();
      await form.getByLabel('Title').fill('Half a form');
    });

    await test.step('a new build is offered, and nothing changes until the reader wants it', async () => {
      await release(2);
      await expect(page.getByText('Update Available!')).toBeVisible();
      await expectBuild(1);
      await expect(form.getByLabel('Title')).toHaveValue('Half a form');
    });

    await test.step('after the update, still offline, the form, the text and the message are there', async () => {
      await page.getByRole('button', { name: 'Update', exact: true }).click();
      await expectBuild(2);
      await expect(form.getByLabel('Title')).toHaveValue('Half a form');
      await expect(page.getByText('1 change waiting')).toBeAttached();
      expect(await sent()).toEqual(['Squats tomorrow?']);
    });

    await test.step('back online the message is sent once, and nothing that the last build kept is used', async () => {
      await setOffline(false);
      await expect.poll(sent).toEqual(['No signal down here', 'Squats tomorrow?']);
      await open(`/app?open=messages&id=${chat}`);
      await expect(page.getByRole('log', { name: 'Chat' })).toContainText('No signal down here');
      await expect(waiting).toHaveCount(0);
      await expect(composer).toHaveValue('A shared plan, half written');
      expect(await sent()).toHaveLength(2);
      await expect.poll(() => buildsKept(page)).toEqual(['2']);
    });

    await test.step('a page of the last build still finds its parts after two releases', async () => {
      const other = await context.newPage();
      await other.goto(`${releases.url}/app`);
      await expect(other.locator('meta[name=build]')).toHaveAttribute('content', '2');
      const create = other.getByRole('button', { name: 'Create', exact: true }).filter({ visible: true }).first();
      await expect(create).toBeVisible();
      for (const build of [3, 4]) await release(build);
      await page.getByRole('button', { name: 'Update', exact: true }).last().click();
      await expectBuild(4);
      // Its code wasn't read before.
      await create.click();
      await expect(other.getByRole('dialog', { name: 'Create session' }).getByLabel('Title')).toBeVisible();
      expect(
        await other.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)),
      ).toContainEqual(expect.stringContaining('.build2.'));
      await other.close();
    });

    await test.step("a worker that can't be installed leaves the old one, and no foreign page is kept", async () => {
      releases.state.build = 5;
      releases.state.isPortal = true;
      const outcome = await page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        await registration?.update();
        const worker = registration?.installing;
        return new Promise<string | undefined>((done) => {
          worker?.addEventListener('statechange', () => done(worker.state));
          if (worker?.state !== 'installing') done(worker?.state);
        });
      });
      expect(outcome ?? 'redundant').toBe('redundant');
      await open('/app');
      await expectBuild(4);
      expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting)).toBeNull();
      await expect(page.getByText('Hotel Wi-Fi')).toHaveCount(0);
      const kept = await page.evaluate(async () => {
        const pages: string[] = [];
        for (const name of await caches.keys()) {
          const cache = await caches.open(name);
          for (const held of await cache.keys()) pages.push((await (await cache.match(held))?.text()) ?? '');
        }
        return pages.filter((content) => content.includes('Hotel Wi-Fi'));
      });
      expect(kept).toEqual([]);
    });
  } finally {
    releases.stop();
  }
});
