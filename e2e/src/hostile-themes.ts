import { colorTokens } from '@spotter/contract/theme/color-tokens.ts';
import { ThemeConfig } from '@spotter/contract/theme/theme.ts';
import { nightShiftTheme } from '../../server/src/sample/themes.ts';

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
/** The tokens of both sample brands, and of 200 themes by people who choose the worst. */
export const hostileThemes = configs.map((config) => {
  const { colors, overrides } = ThemeConfig.parse(config);
  return colorTokens(colors, overrides);
});
