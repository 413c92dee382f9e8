import { dateFormat } from '#ui/date-format.ts';

type Dated = { id: string; updated_at: string };
export type NotificationRow<T extends Dated> =
  | { kind: 'day'; key: string; label: string }
  | { kind: 'item'; key: string; item: T };

const weekday = dateFormat({ weekday: 'long' });
const date = dateFormat({ weekday: 'short', day: 'numeric', month: 'long' });
const dateWithYear = dateFormat({ day: 'numeric', month: 'long', year: 'numeric' });

/** Midnight on this device, equal for all moments of one day. */
const dayOf = (moment: number) => new Date(moment).setHours(0, 0, 0, 0);
/** Days may be 23 or 25 hours long. */
const daysAgo = (day: number, today: number) => Math.round((today - day) / 86_400_000);

function dayInWords(day: number, today: number): string {
  const ago = daysAgo(day, today);
  if (ago <= 0) return 'Today';
  if (ago === 1) return 'Yesterday';
  if (ago < 7) return weekday.format(day);
  const isThisYear = new Date(day).getFullYear() === new Date(today).getFullYear();
  return (isThisYear ? date : dateWithYear).format(day);
}

/** The list with a heading before each day, on the reader's clock. */
export function rowsByDay<T extends Dated>(items: readonly T[], now: number): NotificationRow<T>[] {
  const today = dayOf(now);
  let shown: number | null = null;
  return items.flatMap((item): NotificationRow<T>[] => {
    const day = dayOf(Date.parse(item.updated_at));
    const row: NotificationRow<T> = { kind: 'item', key: item.id, item };
    if (day === shown) return [row];
    shown = day;
    return [{ kind: 'day', key: `day ${day}`, label: dayInWords(day, today) }, row];
  });
}

const clock = dateFormat({ hour: 'numeric', minute: '2-digit' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'always', style: 'short' });

/** 'now', '5 min. ago', then the time of day; the heading names the day. */
export function timeInWords(instant: string, now: number): string {
  const moment = Date.parse(instant);
  const minutes = Math.floor((now - moment) / 60_000);
  if (minutes < 1) return 'now';
  return minutes < 60 ? relative.format(-minutes, 'minute') : clock.format(moment);
}
