import { workoutKinds } from '@spotter/contract/theme/theme-default.ts';
import { AA_MARK, AA_TEXT, contrast, type Hex, inkFor, luminance, mix, readableOn, surfaceFor } from './colors.ts';
import type { Theme, ThemeColors, ThemeFont } from './theme.ts';

const DARK_BELOW_LUMINANCE = 0.5;
const BORDER_TINT = 0.08;
const STATUS_LIGHTENED = 0.85;

export const isDark = (backgroundMain: Hex): boolean => luminance(backgroundMain) < DARK_BELOW_LUMINANCE;

export const tintedBorder = (backgroundMain: Hex, color: Hex): Hex => mix(backgroundMain, color, BORDER_TINT);

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The theme's own text color on a filled color if readable, else black or white. */
const onColor = (fill: Hex, wished: Hex): Hex => (contrast(wished, fill) >= AA_TEXT ? wished : inkFor(fill));

/** A hovered fill moves away from its text color, so the text stays at least as readable. */
const pressed = (fill: Hex, on: Hex): Hex => mix(fill, luminance(on) > luminance(fill) ? '#000000' : '#ffffff', 0.12);

/** Colors that follow from others unless a gym sets them in its theme's overrides. */
export const derivedColors = {
  raised: 'bg-raised',
  primaryHover: 'primary-hover',
  primarySoft: 'primary-soft',
  secondaryHover: 'secondary-hover',
  secondarySoft: 'secondary-soft',
  borderTint: 'border-tint',
  borderControl: 'border-control',
  successBackground: 'status-success-bg',
  warningBackground: 'status-warning-bg',
  errorBackground: 'status-error-bg',
  infoBackground: 'status-info-bg',
} as const;
export type DerivedColor = keyof typeof derivedColors;

/**
 * Every color token of the page. Text tokens pass AA on each surface they are meant for, also on surfaces that a gym
 * overrides: texts are derived after them.
 */
export function colorTokens(colors: ThemeColors, overrides: Record<string, Hex> = {}): Record<string, Hex> {
  const own = (name: DerivedColor, derived: Hex): Hex => overrides[name] ?? derived;
  const { main } = colors.background;
  const ink = inkFor(main);
  const surface = (wished: Hex) => surfaceFor(ink, wished, main);
  const dark = isDark(main);
  const lifted = (color: Hex) => (dark ? mix(color, ink, 0.06) : color);

  const surfaces = {
    main,
    secondary: surface(colors.background.secondary),
    'secondary-hover': surface(colors.background.secondaryHover),
    // Dark pages lift floating surfaces with a lighter color, because shadows are invisible there.
    raised: surface(own('raised', lifted(main))),
    // A lifted surface is about as light as these, so on it they lie as much higher as it does itself.
    'secondary-on-raised': surface(lifted(colors.background.secondary)),
    'secondary-hover-on-raised': surface(lifted(colors.background.secondaryHover)),
  };
  const everywhere = Object.values(surfaces);
  const text = (wished: Hex) => readableOn(everywhere, wished, ink);

  const tokens: Record<string, Hex> = {};
  const put = (name: string, value: Hex) => {
    tokens[`--color-${name}`] = value;
  };

  for (const [name, value] of Object.entries(surfaces)) put(`bg-${name}`, value);
  for (const name of ['primary', 'secondary', 'tertiary'] as const) put(`text-${name}`, text(colors.text[name]));
  put('text-disabled', colors.text.disabled);
  put('text-inverse', onColor(tokens['--color-text-primary']!, colors.text.inverse));

  for (const name of ['primary', 'secondary'] as const) {
    const on = onColor(colors[name], colors.text.inverse);
    put(name, colors[name]);
    put(`on-${name}`, on);
    const hover = own(`${name}Hover`, pressed(colors[name], on));
    put(`${name}-hover`, contrast(on, hover) >= AA_TEXT ? hover : pressed(colors[name], on));
    const softOn = (ground: Hex) => surface(own(`${name}Soft`, mix(ground, colors[name], dark ? 0.15 : 0.1)));
    const soft = [softOn(main), softOn(surfaces.raised)] as const;
    put(`${name}-soft`, soft[0]);
    put(`${name}-soft-on-raised`, soft[1]);
    put(`${name}-text`, readableOn([...everywhere, ...soft], colors[name], ink));
  }
  // For bars, dots and outlines, which have no text of their own.
  put('primary-mark', readableOn(everywhere, colors.primary, ink, AA_MARK));

  put('border', colors.border);
  put('border-tint', own('borderTint', tintedBorder(main, colors.primary)));
  // A field's edge needs 3:1 contrast, however faint the theme's own borders are.
  put('border-control', readableOn([main], own('borderControl', mix(main, colors.text.tertiary, 0.55)), ink, AA_MARK));

  for (const name of ['success', 'warning', 'error', 'info'] as const) {
    const value = colors.status[name];
    const background = surface(own(`${name}Background`, mix(value, main, STATUS_LIGHTENED)));
    const on = onColor(value, colors.text.inverse);
    put(`status-${name}`, value);
    put(`status-${name}-bg`, background);
    put(`status-${name}-text`, readableOn([...everywhere, background], value, ink));
    put(`on-status-${name}`, on);
    put(`status-${name}-hover`, pressed(value, on));
  }

  for (const type of workoutKinds) {
    const { bg, border, text: words, accent } = colors.workoutTypes[type];
    put(`workout-${type}-bg`, bg);
    put(`workout-${type}-border`, border);
    put(`workout-${type}-text`, readableOn([bg], words, inkFor(bg)));
    put(`workout-${type}-accent`, accent);
    put(`on-workout-${type}-accent`, onColor(accent, colors.text.inverse));
  }

  // Six matching hues for avatars without a picture.
  const hues = [...workoutKinds.map((type) => colors.workoutTypes[type].accent), colors.primary];
  for (const [index, hue] of hues.entries()) put(`face-${index + 1}`, hue);

  const { overflow, overflowHover, timeLabel, ...lines } = colors.calendar;
  for (const [name, value] of Object.entries(lines)) put(`calendar-${kebab(name)}`, value);
  put('calendar-overflow', surface(overflow));
  put('calendar-overflow-hover', surface(overflowHover));
  put(
    'calendar-overflow-text',
    readableOn([surface(overflow), surface(overflowHover)], tokens['--color-text-primary']!, ink),
  );
  put('calendar-time-label', text(timeLabel));
  return tokens;
}

// The app ships Inter under the name of its variable font files.
const family = ({ name, fallback }: ThemeFont) => `"${name === 'Inter' ? 'Inter Variable' : name}", ${fallback}`;

/** All custom properties that a theme sets on the page. */
export function themeTokens({ colors, typography, overrides }: Theme): Record<string, string> {
  return {
    ...colorTokens(colors, overrides),
    '--font-heading': family(typography.fontFamilies.heading),
    '--font-body': family(typography.fontFamilies.body),
  };
}
