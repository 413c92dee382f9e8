import sharp from 'sharp';
import { refusePicture } from '#platform/files/refuse-picture.ts';

/** What a drawing has no need for: code, entities, other documents, and pictures inside the picture. */
const unsafeSvg =
  /<\s*(?:[\w.-]+:)?(?:script|foreignObject|iframe|image|feImage)\b|<!ENTITY|\bon[a-z]+\s*=|javascript:/i;

sharp.cache(false);
sharp.concurrency(1);

/** A drawing as a PNG that fits into the given size. It has no pixels of its own, so it is drawn as large as it is used. */
export default async function drawSvg(work: { svg: Uint8Array; width: number; height: number }): Promise<Buffer> {
  const { svg, width, height } = work;
  refuseUnsafe(Buffer.from(svg).toString('utf8'));
  const own = await sharp(svg, { limitInputPixels: false }).metadata();
  const density = 72 * Math.min(width / own.width, height / own.height);
  return sharp(svg, { limitInputPixels: 4 * width * height, density: Math.min(Math.max(density, 1), 10_000) })
    .png()
    .toBuffer();
}

function refuseUnsafe(drawing: string): void {
  // No drawing, a compressed one, or one in another encoding than every drawing program writes.
  if (!/<svg[\s>]/.test(drawing)) throw refusePicture('Use a PNG, JPEG, WebP or SVG.');
  if (unsafeSvg.test(drawing))
    throw refusePicture('This drawing contains a script or other pictures. Export it as a PNG.');
}
