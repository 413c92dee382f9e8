import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../scripts/property-runs.ts';
import { contrast, toOklch } from './color-math.ts';
import { type Colors, withColor } from './color-paths.ts';
import { colorTokens, isDark } from './color-tokens.ts';
import { drawnOn, drawnTexts } from './drawn-pairs.ts';
import { readableColors, verdictsOf } from './readable-colors.ts';
import { ThemeConfig } from './theme.ts';
import { workoutKinds } from './theme-default.ts';

const base = ThemeConfig.parse({}).colors;
const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const paths = [
  ...['primary', 'secondary', 'background.main', 'background.secondary', 'background.secondaryHover'],
  ...['text.primary', 'text.secondary', 'text.tertiary', 'text.inverse', 'status.error', 'calendar.overflow'],
  ...workoutKinds.flatMap((kind) => [`workoutTypes.${kind}.bg`, `workoutTypes.${kind}.text`]),
];
const anyColors = fc
  .array(fc.tuple(fc.constantFrom(...paths), color), { minLength: 1, maxLength: paths.length })
  .map((changes) => changes.reduce((colors, [path, value]) => withColor(colors, path, value), base));
const hardToRead = (colors: Colors) => [...verdictsOf(colors)].filter(([, { passes }]) => !passes);

/** A dark page with white text; everything else is still as it was for a white page. */
const night: Colors = {
  ...base,
  background: { ...base.background, main: '#0b0f19' },
  text: { ...base.text, primary: '#ffffff', secondary: '#d0d4de', tertiary: '#a8afc0' },
};

describe('the colors that the app shows', () => {
  it('are readable on light workout cards of a dark page', () => {
    const tokens = colorTokens(night);
    for (const kind of workoutKinds)
      for (const text of ['title', 'text'])
        expect(
          contrast(tokens[`--color-workout-${kind}-${text}`]!, tokens[`--color-workout-${kind}-bg`]!),
        ).toBeGreaterThanOrEqual(4.5);
  });

  it('have quiet lines on a dark page, and the chosen ones on a light page', () => {
    for (const name of ['border', 'calendar-grid-line']) {
      expect(contrast(colorTokens(night)[`--color-${name}`]!, night.background.main)).toBeLessThan(2);
      expect(contrast(colorTokens(night)[`--color-${name}`]!, night.background.main)).toBeGreaterThan(1.2);
    }
    expect(colorTokens(withColor(base, 'border', '#000000'))['--color-border']).toBe('#000000');
    expect(colorTokens(withColor(night, 'border', '#334155'))['--color-border']).toBe('#334155');
    expect(readableColors(night).border).toBe(colorTokens(night)['--color-border']);
  });

  it('keep a yellow brand on surfaces, and its text is the text of the page, not olive', () => {
    const tokens = colorTokens(withColor(base, 'primary', '#ffee00'));
    expect(tokens['--color-primary']).toBe('#ffee00');
    expect(tokens['--color-on-primary']).toBe('#000000');
    for (const name of ['primary-text', 'primary-mark'])
      expect(toOklch(tokens[`--color-${name}`]!).c).toBeLessThan(0.05);
    // An orange stays orange: it needs only a step.
    expect(toOklch(colorTokens(withColor(base, 'primary', '#ea580c'))['--color-primary-text']!).c).toBeGreaterThan(0.1);
  });

  it('are all there for each pair that screens draw', () => {
    const tokens = colorTokens(base);
    const names = drawnTexts.flatMap((text) => [text, ...drawnOn(text)]).filter((name) => name !== 'mixed');
    expect(names.filter((name) => !tokens[`--color-${name}`])).toEqual([]);
  });
});

describe('fixing a theme', () => {
  it('keeps a dark page and its white text, and darkens the panels that were meant for a white one', () => {
    const fixed = readableColors(night);
    expect(fixed.background.main).toBe('#0b0f19');
    expect(fixed.text.primary).toBe('#ffffff');
    expect(fixed.workoutTypes).toEqual(night.workoutTypes);
    for (const panel of [fixed.background.secondary, fixed.background.secondaryHover])
      expect(contrast(panel, '#ffffff')).toBeGreaterThan(12);
    expect(hardToRead(fixed)).toEqual([]);
  });

  it('changes texts before surfaces', () => {
    const fixed = readableColors({ ...base, text: { ...base.text, primary: '#cccccc', inverse: '#8b5cf6' } });
    expect(fixed.background).toEqual(base.background);
    expect(fixed.primary).toBe(base.primary);
    expect(contrast(fixed.text.primary, base.background.main)).toBeGreaterThanOrEqual(4.5);
    expect(fixed.text.inverse).toBe('#ffffff');
  });

  it('leaves nothing hard to read, never turns dark into light, and changes only what a verdict names', () => {
    fc.assert(
      fc.property(anyColors, (colors) => {
        const fixed = readableColors(colors);
        expect(hardToRead(fixed)).toEqual([]);
        expect(fixed.background.main).toBe(colors.background.main);
        expect(isDark(fixed.background.main)).toBe(isDark(colors.background.main));
        expect(fixed.primary).toBe(colors.primary);
        // The app shows the same before and after, so fixing is no surprise. Text on fills may follow the buttons' text.
        const [before, after] = [colorTokens(colors), colorTokens(fixed)];
        const onPages = drawnTexts.filter((text) => !/^on-|inverse/.test(text));
        for (const text of onPages) expect(after[`--color-${text}`], text).toBe(before[`--color-${text}`]);
      }),
      runs(150),
    );
  });
});
