import type { Page } from '@playwright/test';

/**
 * Presses Back inside the app. Playwright's own goBack asks the browser's process, which may not have heard yet of an
 * entry that the page wrote a moment ago, and then leaves two.
 */
export const goBack = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        addEventListener('popstate', () => done(), { once: true });
        history.back();
      }),
  );
