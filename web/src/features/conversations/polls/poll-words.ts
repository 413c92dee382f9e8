import { dateFormat } from '#ui/date-format.ts';

const moment = { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const;

/** An option as readers see it; a time is the gym's. */
export function optionInWords(
  option: { text: string; starts_at: string | null },
  timeZone: string | undefined,
): string {
  const { text, starts_at } = option;
  if (!starts_at) return text;
  const time = dateFormat(timeZone ? { ...moment, timeZone } : moment).format(new Date(starts_at));
  return text ? `${text} · ${time}` : time;
}
