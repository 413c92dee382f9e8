import { pixelTypeOf } from '#platform/files/photo.ts';
import { fail } from '#platform/http/errors.ts';
import { drawSvg } from './draw-svg.ts';

type Kind = 'logo' | 'favicon' | 'workout_icon';

/** More than a logo has; a small file that unpacks to more is a photo or an attack. */
const MOST_PIXELS = 24_000_000;
/** What a drawing has no need for: code, entities, other documents, and pictures inside the picture. */
const unsafeSvg =
  /<\s*(?:[\w.-]+:)?(?:script|foreignObject|iframe|image|feImage)\b|<!ENTITY|\bon[a-z]+\s*=|javascript:/i;

const clear = { r: 0, g: 0, b: 0, alpha: 0 };
/** Square ones keep their shape on a transparent ground. */
const sizes = {
  logo: { width: 1000, height: 400, fit: 'inside', withoutEnlargement: true },
  favicon: { width: 512, height: 512, fit: 'contain', background: clear },
  workout_icon: { width: 256, height: 256, fit: 'contain', background: clear },
} as const;

const refuse = (sentence: string, cause?: unknown) => fail('image_invalid', { details: { file: [sentence] }, cause });

const wanted = 'Use a PNG, JPEG, WebP or SVG.';

/**
 * An image drawn anew from its pixels: of the size it is used in, as PNG (which every mail program shows), without
 * metadata. A drawing (SVG) becomes pixels as well, so nothing in it can ever run.
 */
export async function assetImage(file: File, kind: Kind): Promise<{ body: Buffer; width: number; height: number }> {
  const given = Buffer.from(await file.arrayBuffer());
  // Loaded on first use: it is large, and most processes never need it.
  const { default: sharp } = await import('sharp');
  const isDrawing = !pixelTypeOf(given);
  if (isDrawing) refuseUnsafe(given.toString('utf8'));
  else {
    const { width, height } = await sharp(given, { limitInputPixels: false })
      .metadata()
      .catch((error: unknown) => {
        throw refuse(wanted, error);
      });
    if (width * height > MOST_PIXELS)
      throw refuse(`This image has ${Math.round((width * height) / 1_000_000)} megapixels. Use one with up to 24.`);
  }
  try {
    const pixels = isDrawing ? await drawSvg(given, sizes[kind]) : given;
    const { data, info } = await sharp(pixels, { limitInputPixels: MOST_PIXELS })
      .autoOrient()
      .resize(sizes[kind])
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true });
    return { body: data, width: info.width, height: info.height };
  } catch (error) {
    throw refuse("We couldn't read this image. Export it again as a PNG.", error);
  }
}

function refuseUnsafe(drawing: string): void {
  // No drawing, a compressed one, or one in another encoding than every drawing program writes.
  if (!/<svg[\s>]/.test(drawing)) throw refuse(wanted);
  if (unsafeSvg.test(drawing)) throw refuse('This drawing contains a script or other pictures. Export it as a PNG.');
}
