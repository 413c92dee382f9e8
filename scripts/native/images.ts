import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import drawIcon from '../../server/src/features/previews/home-screen/icon.task.ts';
import type { Shape } from '../../server/src/features/previews/home-screen/pictures.format.ts';
import { root } from '../web-build.ts';
import type { Brand } from './brand.ts';

/** The side of each density's launcher icon. Android 8 and later draw the larger foreground on a background. */
const launchers = { mdpi: 48, hdpi: 72, xhdpi: 96, xxhdpi: 144, xxxhdpi: 192 };
const FOREGROUND = 108 / 48;
const splashes = { mdpi: [320, 480], hdpi: [480, 800], xhdpi: [720, 1280], xxhdpi: [960, 1600], xxxhdpi: [1280, 1920] };

const assets = 'ios/App/App/Assets.xcassets';
const resources = 'android/app/src/main/res';

/** Every picture of a project, by its path, and how it is drawn. */
export function imagesOf(platform: 'ios' | 'android', brand: Brand): Map<string, () => Promise<Buffer>> {
  const images = new Map<string, () => Promise<Buffer>>();
  if (platform === 'ios') {
    images.set(`${assets}/AppIcon.appiconset/AppIcon-512@2x.png`, () => icon(brand, 1024));
    for (const suffix of ['', '-1', '-2'])
      images.set(`${assets}/Splash.imageset/splash-2732x2732${suffix}.png`, () => splash(brand, 2732, 2732));
    return images;
  }
  for (const [density, size] of Object.entries(launchers)) {
    const folder = `${resources}/mipmap-${density}`;
    images.set(`${folder}/ic_launcher.png`, () => icon(brand, size));
    images.set(`${folder}/ic_launcher_round.png`, async () => round(await icon(brand, size), size));
    images.set(`${folder}/ic_launcher_foreground.png`, () => foreground(brand, size * FOREGROUND));
  }
  for (const [density, [short = 0, long = 0]] of Object.entries(splashes)) {
    images.set(`${resources}/drawable-port-${density}/splash.png`, () => splash(brand, short, long));
    images.set(`${resources}/drawable-land-${density}/splash.png`, () => splash(brand, long, short));
  }
  images.set(`${resources}/drawable/splash.png`, () => splash(brand, 480, 320));
  return images;
}

export async function writeImages(images: Map<string, () => Promise<Buffer>>): Promise<void> {
  for (const [path, draw] of images) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), await draw());
  }
}

/** Square and without transparency, as the stores require; phones round it themselves. */
const icon = (brand: Brand, size: number) => draw(brand, { width: size, height: size, share: 0.62, ground: 'solid' });

/** Android cuts a circle, a square or a drop out of it. The largest square that is always seen is 43 percent. */
const foreground = (brand: Brand, size: number) =>
  draw(brand, { width: size, height: size, share: 0.43, ground: 'solid' });

/** On the background that the app's first screen has. */
const splash = (brand: Brand, width: number, height: number) =>
  draw(brand, { width, height, share: 0.22, ground: 'page' });

async function draw(brand: Brand, shape: Shape): Promise<Buffer> {
  const { appName: name, colors, picture } = brand;
  const drawn = brand.organization ? await drawIcon({ name, colors, picture, shape }) : await drawMark(brand, shape);
  return sharp(drawn).flatten().png({ compressionLevel: 9, palette: true }).toBuffer();
}

/** Spotter's mark takes five eighths of its square. */
const MARK = 5 / 8;

async function drawMark({ colors }: Brand, { width, height, share, ground }: Shape): Promise<Buffer> {
  const square = readFileSync(join(root, 'web/public/favicon.svg'), 'utf8');
  const isSolid = ground === 'solid';
  const side = Math.round(Math.min(width, height) * (isSolid ? share / MARK : share));
  const mark = isSolid ? square.replace(/<rect[^>]*>/, '') : square;
  const input = await sharp(Buffer.from(mark), { density: (72 * side) / 64 })
    .resize(side, side)
    .png()
    .toBuffer();
  const background = isSolid ? colors.primary : colors.background.main;
  return sharp({ create: { width, height, channels: 3, background } })
    .composite([{ input }])
    .png()
    .toBuffer();
}

function round(square: Buffer, size: number): Promise<Buffer> {
  const circle = `<svg width="${size}" height="${size}"><circle cx="50%" cy="50%" r="50%"/></svg>`;
  return sharp(square)
    .ensureAlpha()
    .composite([{ input: Buffer.from(circle), blend: 'dest-in' }])
    .png()
    .toBuffer();
}
