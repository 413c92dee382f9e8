import { contrast, fromOklch, luminance, luminanceOf, toOklch } from './color-math.ts';

/** The smallest contrast of text that WCAG AA allows. */
export const AA_TEXT = 4.5;
/** For what is seen rather than read. */
export const AA_MARK = 3;

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
