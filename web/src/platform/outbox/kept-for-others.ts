import type { Entry } from './write.ts';

export const keptForOthersDays = 14;
export const keptForOthersMost = 200;
const MOST_BYTES = 20_000_000;

/** What waits on this device for members who aren't signed in, newest first: not for ever, and not without a limit. */
export function keptForOthers(entries: readonly Entry[], now = Date.now()): Entry[] {
  let bytes = 0;
  return entries
    .filter(({ writtenAt }) => now - Date.parse(writtenAt) < keptForOthersDays * 86_400_000)
    .sort((one, other) => other.order - one.order)
    .slice(0, keptForOthersMost)
    .filter((entry) => {
      bytes += sizeOf(entry);
      return bytes <= MOST_BYTES;
    });
}

function sizeOf({ input }: Entry): number {
  let files = 0;
  const text = JSON.stringify(input, (_name, value) => {
    if (value instanceof Blob) files += value.size;
    return value;
  });
  return files + (text?.length ?? 0);
}
