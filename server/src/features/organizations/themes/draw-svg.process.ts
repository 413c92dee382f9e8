import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

/*
 * Reads a drawing from its standard input and writes it as a PNG that fits into the given size. It has no pixels of its
 * own, so it is drawn as large as it is used.
 */
const [width = 0, height = 0] = process.argv.slice(2).map(Number);
const svg = await buffer(process.stdin);
const own = await sharp(svg, { limitInputPixels: false }).metadata();
const density = 72 * Math.min(width / own.width, height / own.height);
process.stdout.write(
  await sharp(svg, { limitInputPixels: 4 * width * height, density: Math.min(Math.max(density, 1), 10_000) })
    .png()
    .toBuffer(),
);
