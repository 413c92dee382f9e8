import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileBrand } from '@spotter/contract/theme/brand-compiler.ts';
import { contrast, luminance, mix } from '@spotter/contract/theme/color-math.ts';
import { colorTokens, derivedColors, isDark } from '@spotter/contract/theme/color-tokens.ts';
import { drawnOn, drawnTexts } from '@spotter/contract/theme/drawn-pairs.ts';
import { ThemeConfig } from '@spotter/contract/theme/theme.ts';
import { defaultTheme, workoutKinds } from '@spotter/contract/theme/theme-default.ts';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { runs } from '../../../../scripts/property-runs.ts';
import { applyTheme } from './apply-theme.ts';
import { clearTheme } from './clear-theme.ts';
import { themeTokens } from './derive.ts';
import { loadFont } from './fonts.ts';
import { readTheme } from './read-theme.ts';

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const channel = fc.integer({ min: 0, max: 255 });
const color = fc.oneof(
  hex,
  fc.tuple(channel, channel, channel).map(([r, g, b]) => `rgb(${r}, ${g}, ${b})`),
  fc
    .tuple(channel, channel, channel, fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([r, g, b, a]) => `rgb(${r} ${g} ${b} / ${a.toFixed(3)})`),
  fc
    .tuple(fc.integer({ min: 0, max: 360 }), fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }))
    .map(([h, s, l]) => `hsl(${h} ${s}% ${l}%)`),
  fc.constantFrom('purple', 'white', 'black', 'oklch(0.7 0.2 300)'),
);
const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const record = (...names: string[]) => fc.record(Object.fromEntries(names.map((name) => [name, some(color)])));
const anyColors = fc.record({
  primary: some(color),
  secondary: some(color),
  border: some(color),
  background: record('main', 'secondary', 'secondaryHover'),
  text: record('primary', 'secondary', 'tertiary', 'disabled', 'inverse'),
  workoutTypes: fc.record(
    Object.fromEntries(workoutKinds.map((type) => [type, some(record('bg', 'border', 'text', 'accent'))])),
  ),
  status: record('success', 'warning', 'error', 'info'),
  calendar: record('gridLine', 'currentTime', 'overflow', 'overflowHover', 'timeLabel'),
});

const SURFACES = ['bg-main', 'bg-secondary', 'bg-secondary-hover', 'bg-raised'].concat([
  'bg-secondary-on-raised',
  'bg-secondary-hover-on-raised',
]);

/** Every pair that screens draw; behind initials a member's own color is mixed in, which the browser test measures. */
const PAIRS = drawnTexts.flatMap((text) =>
  drawnOn(text).flatMap((ground): [string, string][] => (ground === 'mixed' ? [] : [[text, ground]])),
);

describe('readable text', () => {
  it('holds AA contrast whatever colors a gym chooses', () => {
    fc.assert(
      fc.property(anyColors, record(...Object.keys(derivedColors)), (colors, overrides) => {
        const theme = readTheme({ colors, overrides });
        const tokens = colorTokens(theme.colors, theme.overrides);
        for (const [text, surface] of PAIRS) {
          const ratio = contrast(tokens[`--color-${text}`]!, tokens[`--color-${surface}`]!);
          if (ratio < 4.5) throw new Error(`${text} on ${surface}: ${ratio.toFixed(2)}`);
        }
        expect(contrast(tokens['--color-border-control']!, tokens['--color-bg-main']!)).toBeGreaterThanOrEqual(3);
        for (const surface of SURFACES)
          expect(contrast(tokens['--color-primary-mark']!, tokens[`--color-${surface}`]!)).toBeGreaterThanOrEqual(3);
      }),
      runs(100),
    );
  });

  it("keeps the gym's colors where they are readable", () => {
    const tokens = colorTokens(readTheme({ colors: { text: { primary: '#102030', secondary: '#405060' } } }).colors);
    expect(tokens['--color-text-primary']).toBe('#102030');
    expect(tokens['--color-text-secondary']).toBe('#405060');
  });

  it('replaces text colors that are unreadable on their background', () => {
    const tokens = colorTokens(readTheme({ colors: { text: { primary: '#f0f0f0' } } }).colors);
    expect(contrast(tokens['--color-text-primary']!, '#ffffff')).toBeGreaterThanOrEqual(4.5);
  });
});

describe('derivations', () => {
  it('are replaced by the colors a gym sets itself', () => {
    const tokens = themeTokens(readTheme({ overrides: { primarySoft: '#fdf2f8', borderTint: 'not a color' } }));
    expect(tokens['--color-primary-soft']).toBe('#fdf2f8');
    expect(tokens['--color-border-tint']).toBe(colorTokens(defaultTheme.colors)['--color-border-tint']);
  });

  it('is dark below a background luminance of 0.5', () => {
    fc.assert(fc.property(hex, (background) => isDark(background) === luminance(background) < 0.5));
    expect(isDark(readTheme({ colors: { background: { main: '#101014' } } }).colors.background.main)).toBe(true);
    expect(isDark(defaultTheme.colors.background.main)).toBe(false);
  });

  it('keeps bubbles, chips and skeletons apart from a window, as far as from the page', () => {
    for (const { name, theme } of compileBrand({ primary: '#7c3aed' }, ThemeConfig.parse({}))) {
      const tokens = colorTokens(readTheme(theme).colors);
      const apart = (one: string, other: string) => contrast(tokens[`--color-${one}`]!, tokens[`--color-${other}`]!);
      const onPage = apart('bg-secondary', 'bg-main');
      expect(apart('bg-secondary-on-raised', 'bg-raised'), name).toBeGreaterThan(onPage * 0.98);
    }
  });

  it('tints the border by 8 percent and lightens success and error by 85 percent', () => {
    const tokens = colorTokens(defaultTheme.colors);
    expect(tokens['--color-border-tint']).toBe(mix('#ffffff', defaultTheme.colors.primary, 0.08));
    for (const name of ['success', 'error'] as const)
      expect(tokens[`--color-status-${name}-bg`]).toBe(mix(defaultTheme.colors.status[name], '#ffffff', 0.85));
  });

  it('equals the defaults written in the style sheet', () => {
    const css = readFileSync(join(import.meta.dirname, 'default-tokens.css'), 'utf8');
    const written = Object.fromEntries(
      [...css.matchAll(/^ {2}(--[a-z0-9-]+): (.+);$/gm)].map((line) => line.slice(1, 3)),
    );
    expect(written).toEqual(themeTokens(defaultTheme));
  });
});

describe('reading a theme', () => {
  const night = { colors: { primary: '#22d3ee', background: { main: '#0b0f14' } } };

  it.each([
    ['as an object', night],
    ['as text', JSON.stringify(night)],
    ['inside theme_config', { theme_config: night }],
    ['as text inside theme_config', { theme_config: JSON.stringify(night) }],
    ['inside theme', { theme: { theme_config: night } }],
    ['as text of text', JSON.stringify(JSON.stringify({ theme_config: night }))],
  ])('reads it %s', (_form, input) => {
    expect(readTheme(input).colors.primary).toBe('#22d3ee');
    expect(readTheme(input).colors.background.main).toBe('#0b0f14');
  });

  it('falls back to the defaults for missing values or no theme', () => {
    for (const nothing of [null, undefined, '', '{', 7, [], {}, { theme_config: null }, { colors: 'red' }])
      expect(readTheme(nothing)).toEqual(defaultTheme);
    expect(readTheme({ colors: { primary: '#ff0000' } })).toEqual({
      ...defaultTheme,
      colors: { ...defaultTheme.colors, primary: '#ff0000' },
    });
  });

  it('accepts only valid colors', () => {
    for (const value of ['url(https://evil.example/x)', 'red; background: url(x)', 'var(--x)', 'expression(1)', '', 4])
      expect(readTheme({ colors: { primary: value } }).colors.primary).toBe(defaultTheme.colors.primary);
    expect(readTheme({ colors: { primary: ' Purple ' } }).colors.primary).toBe('#800080');
  });

  it('never throws and always gives complete hex colors', () => {
    fc.assert(
      fc.property(fc.anything(), (input) => {
        for (const value of Object.values(colorTokens(readTheme(input).colors)))
          expect(value).toMatch(/^#[0-9a-f]{6}$/);
      }),
    );
  });

  it('lets overrides win', () => {
    const theme = readTheme({ ...night, overrides: { colors: { primary: '#ff8800' } } });
    expect(theme.colors.primary).toBe('#ff8800');
    expect(readTheme({ ...night, overrides: { 'text.primary': '#fafafa' } }).colors.text.primary).toBe('#fafafa');
    expect(theme.colors.background.main).toBe('#0b0f14');
  });

  it('accepts fonts by name and font files only from known https hosts', () => {
    const font = (heading: unknown) =>
      readTheme({ typography: { fontFamilies: { heading } } }).typography.fontFamilies.heading;
    const url = 'https://fonts.gstatic.com/s/sora/v12/x.woff2';
    expect(font({ name: 'Sora', url, fallback: 'Georgia, serif' })).toEqual({
      name: 'Sora',
      url,
      fallback: 'Georgia, serif',
    });
    for (const bad of ['http://fonts.gstatic.com/x.woff2', 'https://evil.example/x.woff2', 'javascript:alert(1)'])
      expect(font({ name: 'Sora', url: bad }).url).toBeNull();
    for (const name of ['a"; } body {', 'x\\', '', 'url(x)', 12])
      expect(font({ name, url })).toEqual(defaultTheme.typography.fontFamilies.heading);
    expect(font({ name: 'Sora', fallback: 'x"; color: red' }).fallback).toBe(
      defaultTheme.typography.fontFamilies.heading.fallback,
    );
  });

  it('accepts pictures only from our own files', () => {
    const logo = (value: unknown) => readTheme({ assets: { logo: { url: value, height: 40 } } }).assets.logo;
    expect(logo('/files/logo.webp')).toEqual({ url: '/files/logo.webp', height: 40 });
    for (const bad of [
      'javascript:alert(1)',
      'data:image/svg+xml,x',
      '//evil.example/x',
      '/\\evil.example',
      'https://cdn.example/x.png',
      null,
    ])
      expect(logo(bad).url).toBeNull();
  });
});

describe('a font of the app', () => {
  it('is loaded once a theme uses it, from the app itself', async () => {
    await import('./bundled-fonts.ts');
    const faces: [name: string, source: string][] = [];
    vi.stubGlobal(
      'FontFace',
      class {
        constructor(name: string, source: string) {
          faces.push([name, source]);
        }
        load = () => new Promise(() => {});
      },
    );
    const font = (name: string) => ({ name, url: null, fallback: 'serif' });
    for (const name of ['Inter', 'Georgia', 'Lora', 'Lora']) loadFont(font(name));
    await vi.waitFor(() => expect(faces.length).toBe(1));
    expect(faces[0]?.[0]).toBe('Lora');
    expect(faces[0]?.[1]).toMatch(/^url\("\/.*lora-latin-wght-normal.*\.woff2"\)$/);
  });
});

it('prints a dark theme with dark text on white, and shows it again after', () => {
  vi.stubGlobal('CSS', { supports: () => true });
  const { style } = document.documentElement;
  const ground = () => style.getPropertyValue('--color-bg-main');
  const dark = readTheme({
    colors: { primary: '#facc15', background: { main: '#0b0f19' }, text: { primary: '#ffffff' } },
  });
  applyTheme(dark);
  expect(ground()).toBe('#0b0f19');
  window.dispatchEvent(new Event('beforeprint'));
  expect([ground(), style.getPropertyValue('--color-primary')]).toEqual(['#ffffff', '#facc15']);
  expect(contrast(style.getPropertyValue('--color-text-primary'), '#ffffff')).toBeGreaterThan(7);
  window.dispatchEvent(new Event('afterprint'));
  expect(ground()).toBe('#0b0f19');
  clearTheme();
  window.dispatchEvent(new Event('beforeprint'));
  expect(ground()).toBe('');
});
