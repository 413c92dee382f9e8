import type { Page } from '@playwright/test';
import { colorFaults } from '../drawn-pairs.ts';
import { atBothSizes, expect, expectAccessible, expectFits, goInApp, test } from '../fixtures.ts';

export type Screen = [path: string, heading: string | RegExp];

/** Opens each address, waits until its heading stands and nothing is loading, and looks at it at both sizes. */
export async function look(page: Page, screens: Screen[], go = (path: string): Promise<unknown> => page.goto(path)) {
  for (const [path, heading] of screens)
    await test.step(path, async () => {
      await go(path);
      await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
      await expectSettledAtBothSizes(page);
    });
}

/** The same for pages of the app, of which only the first is loaded. */
export async function lookInApp(page: Page, [first, ...others]: [Screen, ...Screen[]]) {
  await look(page, [first]);
  await look(page, others, (path) => goInApp(page, path));
}

export const expectSettledAtBothSizes = (page: Page, part?: 'html') =>
  atBothSizes(page, () => expectSettled(page, part));

export async function expectSettled(page: Page, part?: 'html') {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expectFits(page);
  await expectAccessible(page, part);
  expect(await colorFaults(page)).toEqual([]);
}
