import sharp, { type Metadata, type ResizeOptions, type Sharp } from 'sharp';
import { AppError } from '#platform/errors.ts';
import { isTooLarge } from './decoded-size.ts';
import { refusePicture } from './refuse-picture.ts';

export type Shape = Pick<ResizeOptions, 'width' | 'height' | 'fit' | 'withoutEnlargement' | 'background'>;
export type Picture = { body: Buffer; width: number; height: number };

const encodings = {
  webp: (picture: Sharp) => picture.webp({ quality: 84 }),
  png: (picture: Sharp) => picture.png({ compressionLevel: 9 }),
};

/** Opening the first of many takes as long as opening all of them. */
const MOST_FRAMES = 100;
/** With 8 bits a color, a picture of so many megapixels is never too large. */
const ALWAYS_FITS = 12;

function tooLarge({ width, height }: Metadata): string {
  const megapixels = Math.round((width * height) / 1_000_000);
  return megapixels > ALWAYS_FITS
    ? `This picture is too large (${megapixels} megapixels). Use one with up to ${ALWAYS_FITS}.`
    : 'This picture has more colors than we can open. Save it as a JPEG and try again.';
}

sharp.cache(false);
sharp.concurrency(1);

/** Draws a picture anew from its pixels: upright, without metadata. Its header is judged first. */
export default async function reencode(work: {
  given: Uint8Array;
  shape: Shape;
  as: keyof typeof encodings;
}): Promise<Picture> {
  try {
    const picture = sharp(work.given, { limitInputPixels: false });
    const header = await picture.metadata();
    if (isTooLarge(header)) throw refusePicture(tooLarge(header));
    if ((header.pages ?? 1) > MOST_FRAMES) throw refusePicture("Use a picture that doesn't move.");
    const drawn = encodings[work.as](picture.autoOrient().resize(work.shape));
    const { data, info } = await drawn.toBuffer({ resolveWithObject: true });
    return { body: data, width: info.width, height: info.height };
  } catch (error) {
    throw error instanceof AppError ? error : refusePicture("We couldn't read this picture. Save it again as a PNG.");
  }
}
