import type { Brand } from './brand-compiler.ts';
import { fromOklch, toOklch } from './color-math.ts';

type Bucket = { weight: number; red: number; green: number; blue: number };

/** Below this a color looks gray. */
const GRAY = 0.035;
/** How far apart two hues must be to look like two colors, in degrees. */
const APART = 35;

/** Neighboring shades share a bucket: 4 bits per channel. */
function bucketsOf(pixels: ArrayLike<number>): Bucket[] {
  const buckets = new Map<number, Bucket>();
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red, green, blue, alpha] = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!, pixels[at + 3]!];
    if (alpha < 128) continue;
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
    const bucket = buckets.get(key) ?? { weight: 0, red: 0, green: 0, blue: 0 };
    bucket.weight += 1;
    bucket.red += red;
    bucket.green += green;
    bucket.blue += blue;
    buckets.set(key, bucket);
  }
  return [...buckets.values()];
}

const hexOf = ({ weight, red, green, blue }: Bucket) =>
  `#${[red, green, blue]
    .map((sum) =>
      Math.round(sum / weight)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/**
 * The colors that stand for an image, the strongest first, from its pixels (red, green, blue, opacity). Vivid colors count
 * more than their area. Grays count only if there is nothing else: the paper of a logo and the text of a screenshot aren't
 * its brand.
 */
export function dominantColors(pixels: ArrayLike<number>): string[] {
  const found = bucketsOf(pixels).map((bucket) => {
    const hex = hexOf(bucket);
    const { l, c, h } = toOklch(hex);
    return { hex, l, c, h, weight: bucket.weight, score: bucket.weight * c ** 2 };
  });
  const colored = found.filter(({ c, l }) => c > GRAY && l > 0.12 && l < 0.985);
  if (colored.length === 0) {
    const [most] = found.toSorted((one, other) => other.weight - one.weight).filter(({ l }) => l < 0.9);
    return [most?.hex ?? fromOklch({ l: 0.3, c: 0, h: 0 })];
  }
  const chosen: typeof colored = [];
  for (const color of colored.toSorted((one, other) => other.score - one.score))
    if (chosen.every(({ h }) => Math.abs(((color.h - h + 540) % 360) - 180) > APART)) chosen.push(color);
  // A stray color of a photo's edge is no part of the brand.
  const least = chosen[0]!.score / 20;
  return chosen.filter(({ score }) => score >= least).map(({ hex }) => hex);
}

/** The brand that an image shows. */
export function brandOfImage(pixels: ArrayLike<number>): Brand {
  const [primary = '#000000', secondary] = dominantColors(pixels);
  return { primary, secondary };
}
