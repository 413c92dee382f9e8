import { colorTokens } from '@spotter/contract/theme/color-tokens.ts';
import { ThemeConfig } from '@spotter/contract/theme/theme.ts';
import { nightShiftTheme } from '../../../server/src/sample/themes.ts';
import { unreadableIn } from '../drawn-pairs.ts';
import { expect, test } from '../fixtures.ts';
import { quietPage } from '../shared-window.ts';

/** Random, but the same in each run. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state >>> 8;
  }
}
const random = numbers(20_261_117);
const below = (most: number) => Number(random.next().value) % most;
const color = () => `#${below(0x1000000).toString(16).padStart(6, '0')}`;
const gray = (level: number) => `#${level.toString(16).padStart(2, '0').repeat(3)}`;
const kinds = ['cardio', 'strength', 'classes', 'flexibility', 'sports'];

/** As stored by people who choose the worst, also before there was a check: pages with the panels of others, gray on gray. */
const hostile: (() => object)[] = [
  // A dark page, white text, and everything else as it was.
  () => ({ colors: { background: { main: gray(below(40)) }, text: { primary: '#ffffff' } } }),
  // No text can be far from a gray in the middle.
  () => ({ colors: { primary: color(), background: { main: gray(95 + below(60)) }, text: { primary: color() } } }),
  // Everything in one color.
  () => {
    const one = color();
    const text = { primary: one, secondary: one, tertiary: one, inverse: one };
    return { colors: { primary: one, background: { main: one, secondary: one, secondaryHover: one }, text } };
  },
  // A brand too light for text, on a page of its own.
  () => ({
    colors: { primary: `#ff${(200 + below(56)).toString(16)}00`, background: { main: gray(240 + below(16)) } },
  }),
  // Anything, anywhere, and its own soft and pressed shades.
  () => ({
    colors: {
      ...{ primary: color(), secondary: color(), border: color() },
      background: { main: color(), secondary: color(), secondaryHover: color() },
      text: { primary: color(), secondary: color(), tertiary: color(), disabled: color(), inverse: color() },
      workoutTypes: Object.fromEntries(
        kinds.map((kind) => [kind, { bg: color(), border: color(), text: color(), accent: color() }]),
      ),
      status: { success: color(), warning: color(), error: color(), info: color() },
      calendar: {
        gridLine: color(),
        currentTime: color(),
        overflow: color(),
        overflowHover: color(),
        timeLabel: color(),
      },
    },
    overrides: { primarySoft: color(), raised: color(), errorBackground: color(), primaryHover: color() },
  }),
];
const configs = [
  {},
  nightShiftTheme({ logo: 'logo.png', favicon: 'favicon.png' }),
  ...Array.from({ length: 200 }, (_, index) => hostile[index % hostile.length]!()),
];
const themes = configs.map((config) => {
  const { colors, overrides } = ThemeConfig.parse(config);
  return colorTokens(colors, overrides);
});

test('texts are readable on real screens in both brands and 200 hostile themes', {
  tag: '@desktop',
}, async ({ page, signInAs, tokensOf, request }) => {
  // Half a minute of processor time, which took 160 s under six times the load.
  test.slow();
  const measured: string[] = [];
  const measure = async (where: string) => {
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    const { pairs, faint } = await unreadableIn(page, themes, measured);
    expect(faint.slice(0, 20), where).toEqual([]);
    measured.push(...pairs);
  };
  const measureScreen = async (path: string, heading: string | RegExp) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
    await measure(path);
  };
  await measureScreen('/login?invite=true', 'Join with Invite Code');
  await signInAs('ana');
  const headers = { Authorization: `Bearer ${(await tokensOf('ana')).access_token}` };
  const { results } = await (await request.get('/api/v1/sessions/?mine=true', { headers })).json();
  await measureScreen('/app', /Ana/);
  await measureScreen('/app/calendar', 'Calendar');
  await measureScreen(`/app/sessions/${results[0].id}`, results[0].title);

  for (const name of ['Create', 'Messages']) {
    // A reload would open the window again that was measured before.
    await page.goto(quietPage);
    await page.goto('/app/blocked-users');
    await page.getByRole('button', { name }).filter({ visible: true }).first().click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading').first()).toBeVisible();
    if (name === 'Messages') await dialog.getByRole('listitem').first().click();
    await measure(name);
  }

  await signInAs('olga');
  await measureScreen('/admin', 'Iron Harbour');
  expect(measured.length).toBeGreaterThan(100);
});
