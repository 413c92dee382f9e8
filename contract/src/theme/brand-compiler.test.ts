import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../scripts/property-runs.ts';
import { compileBrand } from './brand-compiler.ts';
import { contrast } from './color-math.ts';
import { nearestReadable } from './contrast.ts';
import { brandOfImage, dominantColors } from './dominant-colors.ts';
import { ThemeConfig } from './theme.ts';

const base = ThemeConfig.parse({});
const hex = (number: number) => `#${number.toString(16).padStart(6, '0')}`;
const color = fc.integer({ min: 0, max: 0xffffff }).map(hex);

describe('the brand compiler', () => {
  it('proposes three complete themes that keep fonts, logo and icons', () => {
    const own = ThemeConfig.parse({ assets: { logo: { height: 48 } }, overrides: { primarySoft: '#fff' } });
    const proposals = compileBrand({ primary: '#e11d48' }, own);
    expect(proposals.map(({ name }) => name)).toEqual(['Light', 'Dark', 'Bold']);
    for (const { theme } of proposals) {
      expect(ThemeConfig.parse(theme)).toEqual(theme);
      expect(theme.assets).toEqual(own.assets);
      expect(theme.typography).toEqual(own.typography);
    }
    expect(new Set(proposals.map(({ theme }) => theme.colors.background.main)).size).toBe(3);
    expect(proposals[0]?.theme.colors.primary).toBe('#e11d48');
  });

  it('keeps a color that is too light for text, with dark text on it', () => {
    for (const primary of ['#ffee00', '#facc15', '#a3e635', '#22d3ee']) {
      const [light] = compileBrand({ primary }, base);
      expect(light?.theme.colors.primary).toBe(primary);
      expect(contrast(light!.theme.colors.text.inverse, primary)).toBeGreaterThan(7);
    }
    // White on white would be no button at all.
    const [white] = compileBrand({ primary: '#ffffff' }, base);
    expect(contrast(white!.theme.colors.primary, '#ffffff')).toBeGreaterThanOrEqual(3);
  });
});

describe('fixing a color', () => {
  it('makes it readable, keeps its hue, and moves it no further than needed', () => {
    fc.assert(
      fc.property(color, color, (text, ground) => {
        const fixed = nearestReadable(text, [ground]);
        expect(contrast(fixed, ground)).toBeGreaterThanOrEqual(4.5);
        if (contrast(text, ground) >= 4.5) expect(fixed).toBe(text);
        // As near as the screen's whole channel values allow.
        else expect(contrast(fixed, ground)).toBeLessThan(4.7);
      }),
      runs(300),
    );
  });
});

describe('the colors of an image', () => {
  const image = (...parts: [color: string, pixels: number, alpha?: number][]) =>
    parts.flatMap(([value, pixels, alpha = 255]) => {
      const number = Number.parseInt(value.slice(1), 16);
      return Array.from({ length: pixels }, () => [number >> 16, (number >> 8) & 255, number & 255, alpha]).flat();
    });

  it('are its own, not those of the paper and the text', () => {
    const logo = image(['#ffffff', 800], ['#111111', 150], ['#0ea5e9', 100], ['#f97316', 30]);
    expect(dominantColors(logo)).toEqual(['#0ea5e9', '#f97316']);
    expect(brandOfImage(logo)).toEqual({ primary: '#0ea5e9', secondary: '#f97316' });
  });

  it('ignore what is transparent, and shades of one hue count once', () => {
    expect(dominantColors(image(['#ff0000', 500, 0], ['#16a34a', 50], ['#15803d', 40]))).toEqual(['#16a34a']);
  });

  it('prefer the vivid color of buttons to the wide, dull shades of a screenshot', () => {
    const screenshot = image(['#0b0f17', 900], ['#574d2a', 50], ['#facc15', 10]);
    expect(dominantColors(screenshot)).toEqual(['#facc15']);
  });

  it('are gray if the image is, and something for an empty one', () => {
    expect(dominantColors(image(['#ffffff', 90], ['#333333', 10]))).toEqual(['#333333']);
    expect(dominantColors([])).toHaveLength(1);
  });
});
