import { momentInWords } from '#platform/wall-time.ts';

const deviceZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** An option as readers see it; a time is the gym's. */
export function optionInWords(
  { text, starts_at }: { text: string; starts_at: string | null },
  timeZone = deviceZone(),
): string {
  if (!starts_at) return text;
  const time = momentInWords(starts_at, timeZone);
  return text ? `${text} · ${time}` : time;
}
