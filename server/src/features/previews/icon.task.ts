import { onColor } from '@spotter/contract/theme/contrast.ts';
import type { ThemeConfig } from '@spotter/contract/theme/theme.ts';
import sharp from 'sharp';
import { lettersOf } from './card-side.format.ts';
import { svgLine, widthOf } from './letters.format.ts';

type Icon = { name: string; colors: ThemeConfig['colors']; picture: Uint8Array | null; size: number };

/** Phones crop icons to circles and squares, so the content stays in the middle. */
const SAFE = 0.6;

sharp.cache(false);
sharp.concurrency(1);

/** The gym's own picture on its background, or its initials on its color. */
export default async function drawIcon({ name, colors, picture, size }: Icon): Promise<Buffer> {
  const ground = (picture ? colors.background.main : colors.primary).slice(0, 7);
  const letters = picture ? '' : lettersOf(name);
  const font = Math.round(size * (letters.length > 1 ? 0.42 : 0.52));
  // Also loads the fonts before the drawing refers to them.
  const fits = Math.min(1, (size * 0.72) / Math.max(1, await widthOf(letters, font, 800)));
  const text = svgLine(letters, {
    x: size / 2,
    y: size / 2 + font * fits * 0.36,
    size: font * fits,
    weight: 800,
    fill: onColor(ground),
    anchor: 'middle',
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="${size}" height="${size}" fill="${ground}"/>${text}</svg>`;
  const drawing = sharp(Buffer.from(svg));
  if (!picture) return drawing.png().toBuffer();
  const side = Math.round(size * SAFE);
  const input = await sharp(picture)
    .resize(side, side, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer();
  return drawing.composite([{ input }]).png().toBuffer();
}
