import sharp from 'sharp';

type Box = { left: number; top: number; width: number; height: number };
export type Pixels = (box: Box) => [red: number, green: number, blue: number][];

/** Reads a picture, of which each box then gives its pixels. */
export async function pixelsOf(picture: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return ({ left, top, width, height }) => {
    const found: [number, number, number][] = [];
    for (let y = Math.max(0, top); y < Math.min(info.height, top + height); y++)
      for (let x = Math.max(0, left); x < Math.min(info.width, left + width); x++) {
        const at = (y * info.width + x) * info.channels;
        found.push([data[at]!, data[at + 1]!, data[at + 2]!]);
      }
    return found;
  };
}
