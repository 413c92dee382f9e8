import type { ResizeOptions } from 'sharp';
import { fail } from '#platform/http/errors.ts';
import type { FileType } from './file-store.ts';

const SIDE = 512;
/** Sharp on any screen, and a tenth of what a camera produces. */
const LONGEST_SIDE = 1600;
/** More than any camera produces; a small file that unpacks to more is an attack. */
const MOST_PIXELS = 60_000_000;
const readable = ['png', 'jpeg', 'webp'];

/** Re-encodes a photo from its pixels: upright, square, without metadata. */
export const squarePhoto = async (file: File): Promise<Buffer> =>
  (await reencoded(file, { width: SIDE, height: SIDE, fit: 'cover' })).data;

/** The same without cutting anything off. */
export async function wholePhoto(file: File): Promise<{ body: Buffer; width: number; height: number }> {
  const longest = { width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true } as const;
  const { data, info } = await reencoded(file, longest);
  return { body: data, width: info.width, height: info.height };
}

async function reencoded(file: File, size: ResizeOptions) {
  // Loaded on first use: it is large, and most processes never need it.
  const { default: sharp } = await import('sharp');
  const given = await file.arrayBuffer();
  const open = () => sharp(given, { limitInputPixels: MOST_PIXELS });
  try {
    const { format } = await open().metadata();
    if (!readable.includes(format)) throw new Error(`A photo cannot be ${format}.`);
    return await open().autoOrient().resize(size).webp({ quality: 84 }).toBuffer({ resolveWithObject: true });
  } catch (error) {
    throw fail('image_invalid', { details: { file: ['Use a PNG, JPEG or WebP.'] }, cause: error });
  }
}

/** Whether these bytes are a picture of the type that its name says. */
export async function isPicture(body: Buffer, type: FileType): Promise<boolean> {
  const { default: sharp } = await import('sharp');
  try {
    const { format, width, height } = await sharp(body, { limitInputPixels: MOST_PIXELS }).metadata();
    return `image/${format}` === type && width * height <= MOST_PIXELS;
  } catch {
    return false;
  }
}
