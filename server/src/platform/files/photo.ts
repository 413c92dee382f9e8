import type { ResizeOptions } from 'sharp';
import { fail } from '#platform/http/errors.ts';
import type { FileType } from './file-store.ts';

const SIDE = 512;
/** Sharp on any screen, and a tenth of what a camera produces. */
const LONGEST_SIDE = 1600;
/** More than any camera produces; a small file that unpacks to more is an attack. */
const MOST_PIXELS = 60_000_000;

/**
 * The type of a picture by its first bytes; null for everything else. Sharp also reads drawings, which may take minutes
 * before it says what they are.
 */
export function pixelTypeOf(body: Uint8Array): 'png' | 'jpeg' | 'webp' | null {
  const start = Buffer.from(body.subarray(0, 12)).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  return start.startsWith('RIFF') && start.endsWith('WEBP') ? 'webp' : null;
}

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
  const given = new Uint8Array(await file.arrayBuffer());
  const refuse = (cause?: unknown) => fail('image_invalid', { details: { file: ['Use a PNG, JPEG or WebP.'] }, cause });
  if (!pixelTypeOf(given)) throw refuse();
  // Loaded on first use: it is large, and most processes never need it.
  const { default: sharp } = await import('sharp');
  return sharp(given, { limitInputPixels: MOST_PIXELS })
    .autoOrient()
    .resize(size)
    .webp({ quality: 84 })
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw refuse(error);
    });
}

/** Whether these bytes are a picture of the type that its name says. */
export async function isPicture(body: Buffer, type: FileType): Promise<boolean> {
  if (`image/${pixelTypeOf(body)}` !== type) return false;
  const { default: sharp } = await import('sharp');
  try {
    const { width, height } = await sharp(body, { limitInputPixels: MOST_PIXELS }).metadata();
    return width * height <= MOST_PIXELS;
  } catch {
    return false;
  }
}
