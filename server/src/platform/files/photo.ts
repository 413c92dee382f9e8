import { fail } from '#platform/http/errors.ts';

const SIDE = 512;
/** More than any camera produces; a small file that unpacks to more is an attack. */
const MOST_PIXELS = 60_000_000;
const readable = ['png', 'jpeg', 'webp'];

/** Re-encodes a photo from its pixels: upright, square, without metadata. */
export async function squarePhoto(file: File): Promise<Buffer> {
  // Loaded on first use: it is large, and most processes never need it.
  const { default: sharp } = await import('sharp');
  const given = await file.arrayBuffer();
  const open = () => sharp(given, { limitInputPixels: MOST_PIXELS });
  try {
    const { format } = await open().metadata();
    if (!readable.includes(format)) throw new Error(`A photo cannot be ${format}.`);
    return await open().autoOrient().resize(SIDE, SIDE, { fit: 'cover' }).webp({ quality: 84 }).toBuffer();
  } catch (error) {
    throw fail('image_invalid', { details: { file: ['Use a PNG, JPEG or WebP.'] }, cause: error });
  }
}
