import { AppError } from '#platform/errors.ts';
import { pixelTypeOf, reencoded } from '#platform/files/photo.ts';
import { refusePicture } from '#platform/files/refuse-picture.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { task } from '#platform/offload/offload.ts';
import type drawSvg from './draw-svg.task.ts';

type Kind = 'logo' | 'favicon' | 'workout_icon';

const clear = { r: 0, g: 0, b: 0, alpha: 0 };
/** Square ones keep their shape on a transparent ground. */
const sizes = {
  logo: { width: 1000, height: 400, fit: 'inside', withoutEnlargement: true },
  favicon: { width: 512, height: 512, fit: 'contain', background: clear },
  workout_icon: { width: 256, height: 256, fit: 'contain', background: clear },
} as const;

const drawSvgTask = task<typeof drawSvg>(new URL('./draw-svg.task.ts', import.meta.url));

const unreadable = () => refusePicture("We couldn't read this image. Export it again as a PNG.");

/**
 * An image drawn anew from its pixels: of the size it is used in, as PNG (which every mail program shows), without
 * metadata. A drawing (SVG) becomes pixels as well, so nothing in it can ever run.
 */
export async function assetImage(ctx: MemberCtx, file: File, kind: Kind) {
  const given = await file.bytes();
  const pixels = pixelTypeOf(given) ? given : await drawn(ctx, given, kind);
  return reencoded(ctx, { given: pixels, shape: sizes[kind], as: 'png' });
}

async function drawn(ctx: MemberCtx, svg: Uint8Array, kind: Kind): Promise<Uint8Array> {
  const { width, height } = sizes[kind];
  try {
    return await ctx.offload(drawSvgTask, { svg, width, height }, unreadable());
  } catch (error) {
    throw error instanceof AppError ? error : unreadable();
  }
}
