import type { Page } from '@playwright/test';
import { pixelsOf } from '../../../scripts/pixels.ts';
import { expect, test } from '../fixtures.ts';
import { hostileThemes } from '../hostile-themes.ts';
import { call } from '../planning.ts';

/** Letters have edges between two colors, so on a fine screen their inside is as strong as their color. */
test.use({ deviceScaleFactor: 2 });
const SCALE = 2;
/** AA less what smoothing takes from thin strokes. */
const LEAST = 4.2;

/** Both sample brands, and the first hostile themes of three kinds: a dark page, one color for all, anything anywhere. */
const worn = [0, 1, 2, 4, 6].map((index) => hostileThemes[index]!);

type Text = { words: string; left: number; top: number; width: number; height: number };

/** Runs in the page: each text that nothing covers, with where its first row is drawn. */
function seenTexts(): Text[] {
  return [...document.body.querySelectorAll('*')].flatMap((element) => {
    const node = [...element.childNodes].find(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim());
    if (!node || element.closest(':disabled, [aria-disabled=true], [data-other-theme]')) return [];
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getClientRects()[0];
    const words = node.nodeValue?.trim() ?? '';
    if (!box || box.height < 6 || !/[\p{L}\p{N}]{2}/u.test(words)) return [];
    for (let each: Element | null = element; each; each = each.parentElement) {
      const { opacity, clipPath } = getComputedStyle(each);
      // Faded, or for screen readers alone.
      if (Number(opacity) < 1 || clipPath !== 'none') return [];
    }
    const { left, right, top, bottom, width, height } = box;
    if (top < 0 || left < 0 || bottom > innerHeight || right > innerWidth) return [];
    const isOnTop = [left + 2, (left + right) / 2, right - 2].every((x) => {
      const hit = document.elementFromPoint(x, (top + bottom) / 2);
      return hit !== null && element.contains(hit);
    });
    return isOnTop ? [{ words: words.slice(0, 40), left, top, width, height }] : [];
  });
}

const light = (color: readonly number[]) => {
  const [red, green, blue] = color.map((byte) => {
    const share = byte / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const between = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/** The most frequent color of a text's box is its ground; the one farthest from it is the text's. */
function contrastIn(pixels: readonly (readonly number[])[]): number {
  const counts = new Map<string, number>();
  for (const pixel of pixels) counts.set(pixel.join(), (counts.get(pixel.join()) ?? 0) + 1);
  const [ground] = [...counts].reduce((most, each) => (each[1] > most[1] ? each : most));
  const base = light(ground.split(',').map(Number));
  return Math.max(...[...counts.keys()].map((each) => between(base, light(each.split(',').map(Number)))));
}

async function expectReadablePixels(page: Page, where: string) {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  const faint: string[] = [];
  let seen = 0;
  for (const [index, tokens] of worn.entries()) {
    await page.evaluate((colors) => {
      for (const [token, color] of Object.entries(colors)) document.documentElement.style.setProperty(token, color);
    }, tokens);
    const before = (await page.evaluate(seenTexts)).map((text) => JSON.stringify(text));
    const pixels = await pixelsOf(await page.screenshot());
    // Without what moved while the picture was taken.
    const texts = (await page.evaluate(seenTexts)).filter((text) => before.includes(JSON.stringify(text)));
    seen += texts.length;
    for (const { words, ...box } of texts) {
      const [left, top] = [Math.round(box.left * SCALE), Math.round(box.top * SCALE)];
      const size = { width: Math.round(box.width * SCALE), height: Math.round(box.height * SCALE) };
      const ratio = contrastIn(pixels({ left, top, ...size }));
      if (ratio < LEAST) faint.push(`theme ${index}: "${words}" has ${ratio.toFixed(2)}:1`);
    }
  }
  expect(faint, where).toEqual([]);
  expect(seen, `texts of ${where}`).toBeGreaterThan(worn.length * 3);
}

test('the pixels of texts are readable in both brands and three hostile themes', {
  tag: ['@desktop', '@own-window'],
}, async ({ page, signInAs, request }) => {
  test.slow();
  const look = (path: string, heading: string | RegExp) =>
    test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
      await expectReadablePixels(page, path);
    });
  await look('/login?invite=true', 'Join with Invite Code');
  await signInAs('ana');
  await look('/app?onboarding=skip', /Ana/);
  for (const view of ['week', 'month', 'agenda']) await look(`/app/calendar?view=${view}`, 'Calendar');
  for (const name of ['Profile', 'Messages', 'Friends', 'Notifications', 'Create'])
    await test.step(name, async () => {
      await page.goto('/app/blocked-users');
      await page
        .getByRole('button', { name: new RegExp(`^${name}|${name}$`) })
        .filter({ visible: true })
        .first()
        .click();
      await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible();
      await expectReadablePixels(page, name);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    });
  const { organization } = await call(request, await signInAs('olga'), '/users/me/');
  await look('/admin', 'Iron Harbour');
  for (const [place, heading] of [
    ['users', 'Users'],
    ['theme', 'Theme'],
    ['audit-log', 'Audit log'],
  ] as const)
    await look(`/admin/organizations/${organization.id}/${place}`, heading);
  await signInAs('sam');
  await look('/super-admin/operations', 'Operations');
});
