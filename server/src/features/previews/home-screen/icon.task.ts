import { onColor, readableOn } from '@spotter/contract/theme/contrast.ts';
import type { ThemeConfig } from '@spotter/contract/theme/theme.ts';
import sharp from 'sharp';
import { lettersOf } from '../card-side.format.ts';
import { svgLine, widthOf } from '../letters.format.ts';
import type { Shape } from './pictures.format.ts';

type Icon = { name: string; colors: ThemeConfig['colors']; picture: Uint8Array | null; shape: Shape };

sharp.cache(false);
sharp.concurrency(1);

/** The gym's own picture on its background, or its initials on its color. */
export default async function drawIcon({ name, colors, picture, shape }: Icon): Promise<Buffer> {
  const content = picture && (await contentOf(picture, shape));
  const page = colors.background.main.slice(0, 7);
  const primary = colors.primary.slice(0, 7);
  const ground = shape.ground === 'clear' ? null : content || shape.ground === 'page' ? page : primary;
  const ink = ground === null ? '#ffffff' : ground === primary ? onColor(ground) : readableOn(ground, primary);
  const text = content ? '' : await initials(lettersOf(name), shape, ink);
  const { width, height } = shape;
  const fill = ground === null ? '' : `<rect width="${width}" height="${height}" fill="${ground}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${fill}${text}</svg>`;
  const drawing = sharp(Buffer.from(svg));
  return (content ? drawing.composite([{ input: content }]) : drawing).png().toBuffer();
}

/** The picture in its size; null if it has no outline to show in one color. */
async function contentOf(picture: Uint8Array, { width, height, share, ground }: Shape): Promise<Buffer | null> {
  const side = Math.round(Math.min(width, height) * share);
  const sized = sharp(picture)
    .resize(side, side, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .ensureAlpha();
  if (ground !== 'clear') return sized.png().toBuffer();
  if ((await sharp(picture).stats()).isOpaque) return null;
  const outline = await sized.extractChannel('alpha').raw().toBuffer();
  return sharp({ create: { width: side, height: side, channels: 3, background: '#ffffff' } })
    .joinChannel(outline, { raw: { width: side, height: side, channels: 1 } })
    .png()
    .toBuffer();
}

async function initials(letters: string, { width, height, share }: Shape, fill: string): Promise<string> {
  const size = Math.min(width, height);
  const font = Math.round(size * share * (letters.length > 1 ? 0.7 : 0.86));
  // Also loads the fonts before the drawing refers to them.
  const fits = Math.min(1, (size * share) / Math.max(1, await widthOf(letters, font, 800)));
  return svgLine(letters, {
    x: width / 2,
    y: height / 2 + font * fits * 0.36,
    size: font * fits,
    weight: 800,
    fill,
    anchor: 'middle',
  });
}
