import { contrast, fromOklch, luminance, luminanceOf, toOklch } from './color-math.ts';
import type { ThemeConfig } from './theme.ts';
import { workoutKinds } from './theme-default.ts';

/** The smallest contrast of text that WCAG AA allows. */
export const AA_TEXT = 4.5;

/** Black or white, whichever has more contrast on a color. One of them always passes AA. */
export const onColor = (ground: string): '#000000' | '#ffffff' =>
  // Black and white have equal contrast here.
  luminance(ground) > 0.179 ? '#000000' : '#ffffff';

/** The wanted text color if it is readable on this ground, else black or white. */
export const readableOn = (ground: string, wanted: string): string =>
  contrast(ground, wanted) >= AA_TEXT ? wanted.slice(0, 7) : onColor(ground);

function worstRatio(own: number, lights: readonly number[]): number {
  let worst = 21;
  for (const light of lights) worst = Math.min(worst, (Math.max(own, light) + 0.05) / (Math.min(own, light) + 0.05));
  return worst;
}

/**
 * The nearest color of the same hue that has enough contrast to all the others: only its lightness moves, and no further
 * than needed. If no color has, the one of black and white that comes closer.
 */
export function nearestReadable(color: string, others: readonly string[], least = AA_TEXT): string {
  const lights = others.map(luminance);
  const worst = (candidate: string) => worstRatio(luminance(candidate), lights);
  if (worst(color) >= least) return color.slice(0, 7);
  const { l, c, h } = toOklch(color);
  const brightest = least * (Math.max(...lights) + 0.05) - 0.05;
  const darkest = (Math.min(...lights) + 0.05) / least - 0.05;
  /** The lightness on the way to `end` at which the light is past the target; light grows with lightness. */
  const towards = (end: 0 | 1, target: number) => {
    let [near, far] = [l, end as number];
    for (let step = 0; step < 10; step++) {
      const middle = (near + far) / 2;
      if (luminanceOf({ l: middle, c, h }) < target === (end === 0)) far = middle;
      else near = middle;
    }
    return { lightness: far, step: end === 0 ? -STEP : STEP };
  };
  const ways = [
    ...(darkest >= 0 ? [towards(0, darkest)] : []),
    ...(brightest <= 1 ? [towards(1, brightest)] : []),
  ].sort((one, other) => Math.abs(one.lightness - l) - Math.abs(other.lightness - l));
  // Rounded to a color of the screen, it may fall short by a little.
  for (const { lightness, step } of ways)
    for (let tries = 0; tries < 8; tries++) {
      const candidate = fromOklch({ l: lightness + tries * step, c, h });
      if (worst(candidate) >= least) return candidate;
    }
  return worst('#000000') > worst('#ffffff') ? '#000000' : '#ffffff';
}

const STEP = 0.002;

type Colors = ThemeConfig['colors'];

/** A color's place in a theme, such as `text.primary` or `workoutTypes.cardio.bg`. */
export type ColorPath = string;

export function colorAt(colors: Colors, path: ColorPath): string {
  const [first = '', second, third] = namesIn(path);
  let found = (colors as Record<string, unknown>)[first];
  if (second) found = (found as Record<string, unknown>)[second];
  if (third) found = (found as Record<string, unknown>)[third];
  return found as string;
}

const split = new Map<ColorPath, readonly string[]>();
/** Split once: a theme is judged with every step of a color picker. */
function namesIn(path: ColorPath): readonly string[] {
  const known = split.get(path) ?? path.split('.');
  split.set(path, known);
  return known;
}

export function withColor(colors: Colors, path: ColorPath, color: string): Colors {
  const [first = '', ...rest] = path.split('.');
  const set = (branch: Record<string, unknown>, [name = '', ...names]: string[]): Record<string, unknown> => ({
    ...branch,
    [name]: names.length === 0 ? color : set(branch[name] as Record<string, unknown>, names),
  });
  return set(colors as unknown as Record<string, unknown>, [first, ...rest]) as unknown as Colors;
}

const surfaces = ['background.main', 'background.secondary', 'background.secondaryHover'];
const chips = ['calendar.overflow', 'calendar.overflowHover'];
const perKind = (judge: (base: string) => [ColorPath, ColorPath[]][]) =>
  workoutKinds.flatMap((kind) => judge(`workoutTypes.${kind}`));

/**
 * What each color is read with: text with the grounds it stands on, grounds with their text. Colors that never carry text
 * (lines, marks, disabled text) are not judged.
 */
const readWith = new Map<ColorPath, readonly ColorPath[]>([
  ['text.primary', [...surfaces, ...chips]],
  ...['text.secondary', 'text.tertiary'].map((path) => [path, surfaces] as const),
  ['text.inverse', ['primary', 'secondary']],
  ...['primary', 'secondary'].map((path) => [path, ['text.inverse']] as const),
  ...[...surfaces, ...chips].map((path) => [path, ['text.primary']] as const),
  ...['success', 'warning', 'error', 'info'].map((name) => [`status.${name}`, ['background.main']] as const),
  ['calendar.timeLabel', ['background.main']],
  ...perKind((base) => [
    [`${base}.text`, [`${base}.bg`]],
    [`${base}.bg`, [`${base}.text`]],
  ]),
]);

export const judgedPaths: readonly ColorPath[] = [...readWith.keys()];

export type Verdict = {
  /** The contrast of the hardest pair, and the other color of that pair. */
  ratio: number;
  with: ColorPath;
  passes: boolean;
};

/** How readable a color is in its theme; null for a color that never carries text. */
export function verdictOf(colors: Colors, path: ColorPath): Verdict | null {
  const others = readWith.get(path);
  if (!others) return null;
  const own = colorAt(colors, path);
  let worst: Verdict = { ratio: 21, with: others[0]!, passes: true };
  for (const other of others) {
    const ratio = contrast(own, colorAt(colors, other));
    if (ratio < worst.ratio) worst = { ratio, with: other, passes: ratio >= AA_TEXT };
  }
  return worst;
}

/** The color moved as little as needed to be readable with everything it is read with. */
export function fixedColor(colors: Colors, path: ColorPath): string {
  const others = (readWith.get(path) ?? []).map((other) => colorAt(colors, other));
  return others.length === 0 ? colorAt(colors, path) : nearestReadable(colorAt(colors, path), others);
}
