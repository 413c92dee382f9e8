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
  wcagContrast,
  wcagLuminance,
} from 'culori/fn';

// Color notations a theme may use. Past this module every color is an opaque `#rrggbb`.
for (const mode of [modeRgb, modeLrgb, modeHsl, modeHwb, modeLab, modeLch, modeOklab, modeOklch]) {
  registerMode(mode as typeof modeRgb);
}

const toRgb = converter('rgb');

export type Hex = string;

/** The smallest text contrast that WCAG AA allows. */
export const AA_TEXT = 4.5;

const WHITE: Hex = '#ffffff';
const BLACK: Hex = '#000000';

const clamp = (channel: number) => Math.min(1, Math.max(0, channel));

/** Parses a color by the CSS grammar. Translucent colors are blended over `under`; anything else is null. */
export function readColor(value: unknown, under: Hex = WHITE): Hex | null {
  if (typeof value !== 'string' || value.length > 64) return null;
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

/** Blends `share` of `over` onto `base`. */
export function mix(base: Hex, over: Hex, share: number): Hex {
  const from = toRgb(base)!;
  const to = toRgb(over)!;
  const blend = (a: number, b: number) => a + (b - a) * share;
  return formatHex({ mode: 'rgb', r: blend(from.r, to.r), g: blend(from.g, to.g), b: blend(from.b, to.b) });
}

export const contrast = (a: Hex, b: Hex): number => wcagContrast(a, b);
export const luminance = (color: Hex): number => wcagLuminance(color);

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
