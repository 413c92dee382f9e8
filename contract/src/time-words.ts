import { daysBetween, minutesOf, momentOf, offsetAt } from './wall-clock.ts';

const MINUTE = 60_000;

/**
 * Days and times as every screen, push and mail says them, in one language: 'Today, 8:30 pm', 'Fri 20 Nov, 7:00 am'.
 * Formats are made on first use, because making one takes a phone 20 ms.
 */
export function timeWords(locale?: string) {
  const format = (options: Intl.DateTimeFormatOptions) => {
    let made: Intl.DateTimeFormat | undefined;
    return (wall: Date) => {
      made ??= new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
      return made.format(wall);
    };
  };
  const clockFormat = format({ hour: 'numeric', minute: '2-digit' });
  const weekday = format({ weekday: 'long' });
  const shortDate = format({ weekday: 'short', day: 'numeric', month: 'short' });
  const dateOfYear = format({ day: 'numeric', month: 'long', year: 'numeric' });

  /** '6:00 pm', and 'midnight' for the end of a day. */
  const clock = (time: string) => (time === '24:00' ? 'midnight' : clockFormat(new Date(minutesOf(time) * MINUTE)));

  /** 'Fri 20 Nov'; a comma inside would read like a list. */
  const date = (day: string) => shortDate(new Date(`${day}T00:00:00Z`)).replace(',', '');

  /** '20 November 2026', for logs and mails that are read much later. */
  const longDate = (day: string) => dateOfYear(new Date(`${day}T00:00:00Z`));

  /** 'Today', 'Tomorrow', a weekday within the week, else the date. Without today the date, for what is read later. */
  const day = (day: string, today: string | null): string => {
    if (today === null) return date(day);
    const distance = daysBetween(today, day);
    if (distance === 0) return 'Today';
    if (distance === 1) return 'Tomorrow';
    if (distance === -1) return 'Yesterday';
    return distance > 1 && distance < 7 ? weekday(new Date(`${day}T00:00:00Z`)) : date(day);
  };

  /** 'Today, 8:30 pm' for the wall time `2026-11-20T20:30`. */
  const moment = (wall: string, today: string | null) =>
    `${day(wall.slice(0, 10), today)}, ${clock(wall.slice(11, 16))}`;

  return { clock, date, longDate, day, moment };
}

export type TimeWords = ReturnType<typeof timeWords>;

/** 'Sydney time', for readers who may be elsewhere. */
export const zoneInWords = (timezone: string) =>
  timezone.includes('/') ? `${timezone.split('/').at(-1)?.replaceAll('_', ' ')} time` : timezone;

/** Whether clocks of both zones differ at the wall time `2026-11-20T20:30` of the first. */
export function isElsewhere(wall: string, there: string, here: string): boolean {
  const moment = momentOf(wall, there, 'later').getTime();
  return offsetAt(there, moment) !== offsetAt(here, moment);
}

/** 'moved to today, 8:30 pm': names of days keep their capital, these words don't. */
export const midSentence = (words: string) =>
  words.replace(/^(?:Today|Tomorrow|Yesterday)/, (day) => day.toLowerCase());
