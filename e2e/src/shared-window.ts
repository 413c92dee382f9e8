import { type BrowserContext, test as base } from '@playwright/test';

/** A page of the server's own address without the app. */
export const quietPage = '/healthz';

type Shared = { window: { context?: BrowserContext } };

/**
 * The tests of a worker share a window, because opening one takes as much of the processor as loading the app in it. A
 * test tagged `@own-window` gets a new one: it changes what cannot be changed back, such as the clock, or sets options
 * of the window with `test.use`. After a failed test the worker ends, and its window too.
 */
export const test = base.extend<object, Shared>({
  window: [
    async ({ browser: _ }, use) => {
      const window: Shared['window'] = {};
      await use(window);
      await window.context?.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ browser, window }, use, testInfo) => {
    if (testInfo.tags.includes('@own-window')) {
      const context = await browser.newContext();
      await use(context);
      await context.close();
      return;
    }
    window.context ??= await browser.newContext();
    await use(window.context);
    if (testInfo.status === testInfo.expectedStatus) await wipe(window.context);
  },
  page: async ({ context, viewport }, use, { tags }) => {
    const page = context.pages()[0] ?? (await context.newPage());
    const size = page.viewportSize();
    // The test before may have changed it.
    if (viewport && (size?.width !== viewport.width || size.height !== viewport.height))
      await page.setViewportSize(viewport);
    // Beside another session of the developer tools, a window that is taken offline doesn't know it.
    if (process.env.E2E_SLOWDOWN && !tags.includes('@own-window')) {
      const devTools = await context.newCDPSession(page);
      await devTools.send('Emulation.setCPUThrottlingRate', { rate: Number(process.env.E2E_SLOWDOWN) });
    }
    await use(page);
  },
});

/** Leaves nothing on the device, and no way back to what the test did. */
async function wipe(context: BrowserContext): Promise<void> {
  const [page, ...others] = context.pages();
  await Promise.all(others.map((other) => other.close()));
  if (!page) return;
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.clearPermissions();
  await context.clearCookies();
  // Ends the app, which would write again what is taken away.
  await page.goto(quietPage);
  const trueClock = await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
    return /native code/.test(String(Date));
  });
  if (!trueClock) throw new Error('A test that sets the clock needs a window of its own: tag it @own-window.');
  const devTools = await context.newCDPSession(page);
  await devTools.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes: 'all' });
  await devTools.send('Page.resetNavigationHistory');
  await devTools.detach();
}
