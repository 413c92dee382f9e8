/**
 * Arithmetic with `#rrggbb` colors (a longer text's opacity is ignored). Lightness, chroma and hue are those of OKLCH, in
 * which equal steps look equal. Without dependencies, because server and browser use it.
 */

/** The light of each channel value, from 0 to 1. */
const light = Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

const bytesOf = (hex: string) => {
  const number = Number.parseInt(hex.slice(1, 7), 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255] as const;
};

const write = (red: number, green: number, blue: number) =>
  `#${((1 << 24) | (red << 16) | (green << 8) | blue).toString(16).slice(1)}`;

/** Relative luminance, from 0 to 1. */
export function luminance(hex: string): number {
  const [red, green, blue] = bytesOf(hex);
  return 0.2126 * light[red]! + 0.7152 * light[green]! + 0.0722 * light[blue]!;
}

/** The contrast of two colors by WCAG, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** `l` from 0 (black) to 1 (white), `c` from 0 (gray) to about 0.3, `h` in degrees. */
export type Oklch = { l: number; c: number; h: number };

export function toOklch(hex: string): Oklch {
  const [red, green, blue] = bytesOf(hex).map((byte) => light[byte]!) as [number, number, number];
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const l = 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short;
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short;
  return { l, c: Math.hypot(a, b), h: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360 };
}

type Linear = readonly [red: number, green: number, blue: number];

// Ten times as fast as the power, and the compiler's hot spot.
const cube = (value: number) => value * value * value;

function linearOf(l: number, a: number, b: number): Linear {
  const long = cube(l + 0.3963377774 * a + 0.2158037573 * b);
  const middle = cube(l - 0.1055613458 * a - 0.0638541728 * b);
  const short = cube(l - 0.0894841775 * a - 1.291485548 * b);
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ];
}

const SLACK = 1e-4;
const isShown = ([red, green, blue]: Linear) =>
  red >= -SLACK && green >= -SLACK && blue >= -SLACK && red <= 1 + SLACK && green <= 1 + SLACK && blue <= 1 + SLACK;

/** With less chroma, if screens have no such color of this lightness. */
function shownOf({ l, c, h }: Oklch): Linear {
  const lightness = Math.min(1, Math.max(0, l));
  const angle = (h * Math.PI) / 180;
  const [x, y] = [Math.cos(angle), Math.sin(angle)];
  const given = linearOf(lightness, c * x, c * y);
  if (isShown(given)) return given;
  let [least, most] = [0, c];
  for (let step = 0; step < 8; step++) {
    const middle = (least + most) / 2;
    if (isShown(linearOf(lightness, middle * x, middle * y))) least = middle;
    else most = middle;
  }
  return linearOf(lightness, least * x, least * y);
}

const byteOf = (value: number) => {
  const clamped = Math.min(1, Math.max(0, value));
  return Math.round(255 * (clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * clamped ** (1 / 2.4) - 0.055));
};

/** The color as screens show it. */
export function fromOklch(color: Oklch): string {
  const [red, green, blue] = shownOf(color);
  return write(byteOf(red), byteOf(green), byteOf(blue));
}

/** The luminance that `fromOklch` would have, before it is rounded. */
export function luminanceOf(color: Oklch): number {
  const [red, green, blue] = shownOf(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** `share` of `over` on `base`. */
export function mix(base: string, over: string, share: number): string {
  const [from, to] = [bytesOf(base), bytesOf(over)];
  const blend = (place: 0 | 1 | 2) => Math.round(from[place] + (to[place] - from[place]) * share);
  return write(blend(0), blend(1), blend(2));
}

/** The same as `color-mix(in oklab, …)` of a style sheet. */
export function mixInOklab(base: string, over: string, share: number): string {
  const [from, to] = [toOklch(base), toOklch(over)];
  const part = ({ c, h }: Oklch, turn: (angle: number) => number) => c * turn((h * Math.PI) / 180);
  const blend = (one: number, other: number) => one + (other - one) * share;
  const a = blend(part(from, Math.cos), part(to, Math.cos));
  const b = blend(part(from, Math.sin), part(to, Math.sin));
  const h = ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
  return fromOklch({ l: blend(from.l, to.l), c: Math.hypot(a, b), h });
}
