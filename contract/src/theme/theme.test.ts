import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../scripts/property-runs.ts';
import { parseColor } from './color.ts';
import { ThemeConfig, ThemeInput } from './theme.ts';
import { defaultTheme } from './theme-default.ts';

describe('a color', () => {
  test.each([
    ['#7C3AED', '#7c3aed'],
    ['#fff', '#ffffff'],
    ['#ffff', '#ffffff'],
    ['#0008', '#00000088'],
    ['rgb(255, 0, 10)', '#ff000a'],
    ['rgb(100% 0% 0% / 50%)', '#ff000080'],
    ['rgba(0,0,0,.5)', '#00000080'],
    ['hsl(120, 100%, 25%)', '#008000'],
    ['hsl(-120deg 100% 50%)', '#0000ff'],
    [' Purple ', '#800080'],
  ])('reads %s as %s', (text, written) => expect(parseColor(text)).toBe(written));

  test.each([
    '',
    '#12',
    '#12345',
    'red; background: url(//evil)',
    'url(javascript:alert(1))',
    'var(--x)',
    'expression(1)',
    'rgb(1,2)',
    'rgb(1,2,3',
    'rgb(calc(1),2,3)',
    '</style>',
    'constructor',
    '__proto__',
    `rgb(${'1'.repeat(100)},1,1)`,
  ])('rejects %j', (text) => expect(parseColor(text)).toBeNull());

  test('is stored as hexadecimal, however it is typed', () => {
    const piece = fc.constantFrom('rgb(', 'hsl(', '#', '1', '50%', ',', ' ', '/', ')', 'red', '.5', ';', 'f');
    const typed = fc.oneof(
      fc.string(),
      fc.array(piece).map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(typed, (text) => {
        const color = parseColor(text);
        if (color !== null) {
          expect(color).toMatch(/^#[0-9a-f]{6}([0-9a-f]{2})?$/);
          expect(parseColor(color)).toBe(color);
        }
      }),
      runs(100),
    );
  });
});

describe('a theme', () => {
  test('falls back to the default for missing values', () => {
    expect(ThemeConfig.parse({})).toEqual(defaultTheme);
    const theme = ThemeConfig.parse({ colors: { background: { main: '#101010' } } });
    expect(theme.colors.background).toEqual({ ...defaultTheme.colors.background, main: '#101010' });
  });

  test('is read plain, nested in theme_config, and as JSON text', () => {
    const theme = { colors: { primary: 'rgb(1,2,3)' } };
    for (const given of [
      theme,
      { theme_config: theme },
      JSON.stringify(theme),
      { theme_config: JSON.stringify(theme) },
    ])
      expect(ThemeInput.parse(given as typeof theme).colors.primary).toBe('#010203');
    expect(ThemeInput.safeParse('{not json').success).toBe(false);
  });

  test('names the wrong field and drops unknown ones', () => {
    const wrong = ThemeInput.safeParse({ colors: { calendar: { gridLine: 'url(x)' } } });
    expect(wrong.error?.issues[0]?.path).toEqual(['colors', 'calendar', 'gridLine']);
    expect(ThemeConfig.parse({ css: 'body{}' } as object)).toEqual(defaultTheme);
  });

  const heading = (font: object) => ThemeInput.safeParse({ typography: { fontFamilies: { heading: font } } }).success;

  test('loads fonts only from hosts on the list', () => {
    expect(heading({ name: 'Space Grotesk', url: 'https://fonts.googleapis.com/css2?family=Space+Grotesk' })).toBe(
      true,
    );
    for (const url of [
      'http://fonts.googleapis.com/css2',
      'https://fonts.googleapis.com.evil.example/css2',
      'https://fonts.googleapis.com@evil.example/',
      'https://fonts.googleapis.com/css2?x=");}',
      'javascript:alert(1)',
      '//fonts.gstatic.com/x',
    ])
      expect(heading({ name: 'Inter', url })).toBe(false);
    expect(heading({ name: 'Inter"; } body {' })).toBe(false);
    expect(heading({ name: 'Inter', fallback: 'sans-serif; x' })).toBe(false);
  });

  test('accepts only images stored by this server', () => {
    const logo = (url: string) => ThemeInput.safeParse({ assets: { logo: { url } } }).success;
    expect(logo('/files/0190/logo.png')).toBe(true);
    for (const url of [
      'https://evil.example/x.png',
      '/files/../secret.png',
      '/files/x.html',
      'data:image/png;base64,x',
    ])
      expect(logo(url)).toBe(false);
  });
});
