import { avatarSide } from '@spotter/contract/limits.ts';
import type { FileType } from '#platform/file-store.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import type { Caller } from '#platform/logins/callers.ts';
import { task } from '#platform/offload/offload.ts';
import { isTooLarge } from './decoded-size.ts';
import type reencode from './reencode.task.ts';
import type { Picture, Shape } from './reencode.task.ts';
import { refusePicture } from './refuse-picture.ts';

const reencodeTask = task<typeof reencode>(new URL('./reencode.task.ts', import.meta.url));

type AnyCtx = Pick<Ctx<Caller | null>, 'offload'>;

/** Sharp on any screen, and a tenth of what a camera produces. */
const LONGEST_SIDE = 1600;

const square: Shape = { width: avatarSide, height: avatarSide, fit: 'cover' };
const whole: Shape = { width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true };

const tooSlow = () => refusePicture('This picture takes too long to open. Save it as a JPEG and try again.');

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
export const squarePhoto = async (ctx: AnyCtx, file: File): Promise<Buffer> =>
  (await reencodedPhoto(ctx, file, square)).body;

/** The same without cutting anything off. */
export const wholePhoto = (ctx: AnyCtx, file: File): Promise<Picture> => reencodedPhoto(ctx, file, whole);

async function reencodedPhoto(ctx: AnyCtx, file: File, shape: Shape): Promise<Picture> {
  const given = await file.bytes();
  if (!pixelTypeOf(given)) throw refusePicture('Use a PNG, JPEG or WebP.');
  return reencoded(ctx, { given, shape, as: 'webp' });
}

/** A picture drawn anew, in a process with limits. The caller has judged its type. */
export const reencoded = (ctx: AnyCtx, work: Parameters<typeof reencode>[0]): Promise<Picture> =>
  ctx.offload(reencodeTask, work, tooSlow());

/** Whether these bytes are a picture of the type that its name says. */
export async function isPicture(body: Buffer, type: FileType): Promise<boolean> {
  if (`image/${pixelTypeOf(body)}` !== type) return false;
  // Loaded on first use: it is large, and most processes never need it.
  const { default: sharp } = await import('sharp');
  try {
    return !isTooLarge(await sharp(body, { limitInputPixels: false }).metadata());
  } catch {
    return false;
  }
}
