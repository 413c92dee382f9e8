import type { Page } from '@playwright/test';

/** What this device still keeps of the person who has left, without the ways to sign in, which are the same for everyone. */
export async function tracesIn(page: Page): Promise<Record<string, string>> {
  const { sign_in_providers: _, ...traces } = await page.evaluate<Record<string, string>>(() => ({
    ...localStorage,
    ...sessionStorage,
  }));
  return traces;
}
