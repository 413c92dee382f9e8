import type { Metadata } from 'sharp';

/** A small file that unpacks to more is an attack. */
const MOST_BYTES = 100_000_000;
const bytesOfDepth: Record<string, number> = { uchar: 1, char: 1, ushort: 2, short: 2, uint: 4, int: 4, float: 4 };

/** Whether a picture needs too much memory to open, by its header. One that arrives in passes is kept in memory twice. */
export function isTooLarge({ width, height, channels, depth, isProgressive }: Metadata): boolean {
  return width * height * channels * (bytesOfDepth[depth] ?? 8) * (isProgressive ? 2 : 1) > MOST_BYTES;
}
