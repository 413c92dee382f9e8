import { fail } from '#platform/http/errors.ts';

type Kind = 'logo' | 'favicon' | 'workout_icon';

/** More than a logo has; a small file that unpacks to more is a photo or an attack. */
const MOST_PIXELS = 24_000_000;
/** A drawing that takes longer is an attack too. */
const MOST_SECONDS = 5;
const readable = ['png', 'jpeg', 'webp', 'svg'];

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

/**
 * An image drawn anew from its pixels: of the size it is used in, as PNG (which every mail program shows), without
 * metadata. A drawing (SVG) becomes pixels as well, so nothing in it can ever run.
 */
export async function assetImage(file: File, kind: Kind): Promise<{ body: Buffer; width: number; height: number }> {
  const given = Buffer.from(await file.arrayBuffer());
  // Loaded on first use: it is large, and most processes never need it.
  const { default: sharp } = await import('sharp');
  const open = async () => sharp(given, { limitInputPixels: false }).metadata();
  const { format, width, height } = await open().catch((error: unknown) => {
    throw refuse('Use a PNG, JPEG, WebP or SVG.', error);
  });
  if (!readable.includes(format)) throw refuse('Use a PNG, JPEG, WebP or SVG.');
  if (width * height > MOST_PIXELS)
    throw refuse(`This image has ${Math.round((width * height) / 1_000_000)} megapixels. Use one with up to 24.`);
  if (format === 'svg') refuseUnsafe(given.toString('utf8'));
  const wanted = sizes[kind];
  // A drawing has no pixels of its own: it is drawn in the size it is used in.
  const scale = format === 'svg' ? Math.min(wanted.width / width, wanted.height / height) : 1;
  try {
    const { data, info } = await sharp(given, {
      limitInputPixels: MOST_PIXELS,
      density: Math.min(Math.max(72 * scale, 1), 10_000),
    })
      .autoOrient()
      .resize(wanted)
      .timeout({ seconds: MOST_SECONDS })
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true });
    return { body: data, width: info.width, height: info.height };
  } catch (error) {
    throw refuse("We couldn't read this image. Export it again as a PNG.", error);
  }
}

function refuseUnsafe(drawing: string): void {
  // Compressed, or in another encoding than every drawing program writes.
  if (!/<svg[\s>]/.test(drawing)) throw refuse('Use a PNG, JPEG, WebP or SVG.');
  if (unsafeSvg.test(drawing)) throw refuse('This drawing contains a script or other pictures. Export it as a PNG.');
}
