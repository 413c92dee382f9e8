import {
  type Color,
  converter,
  formatHex,
  modeHsl,
  modeHwb,
  modeLab,
  modeLch,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  parse,
  useMode as registerMode,
} from 'culori/fn';

// Color notations a theme may use. Past this module every color is an opaque `#rrggbb`.
for (const mode of [modeRgb, modeLrgb, modeHsl, modeHwb, modeLab, modeLch, modeOklab, modeOklch]) {
  registerMode(mode as typeof modeRgb);
}

const toRgb = converter('rgb');

export type Hex = string;

/** The smallest text contrast that WCAG AA allows. */
export const AA_TEXT = 4.5;
/** For what is seen rather than read. */
export const AA_MARK = 3;

const WHITE: Hex = '#ffffff';
const BLACK: Hex = '#000000';

const clamp = (channel: number) => Math.min(1, Math.max(0, channel));

/** Parses a color by the CSS grammar. Translucent colors are blended over `under`; anything else is null. */
export function readColor(value: unknown, under: Hex = WHITE): Hex | null {
  if (typeof value !== 'string' || value.length > 64) return null;
  // Nearly all are: the library takes a tenth of a millisecond for each, before the first screen is drawn.
  if (/^#[\da-f]{6}$/.test(value)) return value;
  let color: Color | undefined;
  try {
    color = parse(value.trim());
  } catch {
    return null;
  }
  const rgb = color && toRgb(color);
  if (!rgb || ![rgb.r, rgb.g, rgb.b].every(Number.isFinite)) return null;
  const opaque = formatHex({ mode: 'rgb', r: clamp(rgb.r), g: clamp(rgb.g), b: clamp(rgb.b) });
  return rgb.alpha === undefined || rgb.alpha >= 1 ? opaque : mix(under, opaque, clamp(rgb.alpha));
}

type Channels = readonly [red: number, green: number, blue: number];

function channelsOf(color: Hex): Channels {
  const bits = Number.parseInt(color.slice(1), 16);
  return [bits >> 16, (bits >> 8) & 255, bits & 255];
}

/** Blends `share` of `over` onto `base`. */
export function mix(base: Hex, over: Hex, share: number): Hex {
  const from = channelsOf(base);
  const to = channelsOf(over);
  const blend = (channel: 0 | 1 | 2) => Math.round(from[channel] + (to[channel] - from[channel]) * share);
  return `#${((1 << 24) | (blend(0) << 16) | (blend(1) << 8) | blend(2)).toString(16).slice(1)}`;
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** Relative luminance and contrast as WCAG defines them. */
export function luminance(color: Hex): number {
  const [red, green, blue] = channelsOf(color);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

export function contrast(a: Hex, b: Hex): number {
  const [one, other] = [luminance(a), luminance(b)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** Black or white, whichever is more readable on the surface. One of them always passes AA. */
export function inkFor(surface: Hex): Hex {
  return contrast(WHITE, surface) >= contrast(BLACK, surface) ? WHITE : BLACK;
}

const STEPS = Array.from({ length: 20 }, (_, index) => (index + 1) / 20);

/** The wanted color if it is readable on all surfaces, else the nearest shade towards `ink` that is. */
export function readableOn(surfaces: readonly Hex[], wished: Hex, ink: Hex, minimum = AA_TEXT): Hex {
  const reads = (candidate: Hex) => surfaces.every((surface) => contrast(candidate, surface) >= minimum);
  if (reads(wished)) return wished;
  for (const share of STEPS) {
    const candidate = mix(wished, ink, share);
    if (reads(candidate)) return candidate;
  }
  return ink;
}

/** The wanted surface if `ink` is readable on it, else the nearest shade towards `safe` that works. */
export function surfaceFor(ink: Hex, wished: Hex, safe: Hex): Hex {
  if (contrast(ink, wished) >= AA_TEXT) return wished;
  for (const share of STEPS) {
    const candidate = mix(wished, safe, share);
    if (contrast(ink, candidate) >= AA_TEXT) return candidate;
  }
  return safe;
}
