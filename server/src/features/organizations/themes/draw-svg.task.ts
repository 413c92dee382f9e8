import sharp from 'sharp';

sharp.cache(false);
sharp.concurrency(1);

/** A drawing as a PNG that fits into the given size. It has no pixels of its own, so it is drawn as large as it is used. */
export default async function drawSvg(work: { svg: Uint8Array; width: number; height: number }): Promise<Buffer> {
  const { svg, width, height } = work;
  const own = await sharp(svg, { limitInputPixels: false }).metadata();
  const density = 72 * Math.min(width / own.width, height / own.height);
  return sharp(svg, { limitInputPixels: 4 * width * height, density: Math.min(Math.max(density, 1), 10_000) })
    .png()
    .toBuffer();
}
