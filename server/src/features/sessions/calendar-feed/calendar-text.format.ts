import { setImmediate as nextTurn } from 'node:timers/promises';
import { stamp, timeProperty, zoneLines } from './calendar-zone.format.ts';

/** A session as a calendar shows it. */
export type CalendarEvent = {
  id: string;
  title: string;
  description: string;
  workoutType: string;
  startsAt: Date;
  endsAt: Date;
  cancelled: boolean;
  cancelReason: string | null;
  revision: number;
  createdAt: Date;
  updatedAt: Date;
  host: string;
  gym: string;
  address: string;
  zone: string;
};

/** How often calendar apps should refresh a feed. */
const REFRESH = 'PT1H';

/** So many are written at a stretch: a feed of a thousand takes half a second, and others wait meanwhile. */
const EVENTS_AT_A_TIME = 50;

/** An iCalendar file (RFC 5545): with a name a calendar to subscribe to, without one a single download. */
export async function calendarText(events: readonly CalendarEvent[], { site, name }: { site: string; name?: string }) {
  const parts = [
    written([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Spotter//Spotter//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      ...(name ? subscription(name) : []),
      ...zonesOf(events),
    ]),
  ];
  for (let start = 0; start < events.length; start += EVENTS_AT_A_TIME) {
    if (start > 0) await nextTurn();
    const some = events.slice(start, start + EVENTS_AT_A_TIME);
    parts.push(written(some.flatMap((event) => eventLines(event, site))));
  }
  return [...parts, written(['END:VCALENDAR'])].join('');
}

const written = (lines: readonly string[]) => lines.map((line) => `${fold(line)}\r\n`).join('');

const subscription = (name: string) => [
  `NAME:${text(name)}`,
  `X-WR-CALNAME:${text(name)}`,
  `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
  `X-PUBLISHED-TTL:${REFRESH}`,
];

function zonesOf(events: readonly CalendarEvent[]): string[] {
  const zones = Map.groupBy(events, ({ zone }) => zone);
  return [...zones].flatMap(([zone, of]) => {
    const times = of.flatMap(({ startsAt, endsAt }) => [startsAt.getTime(), endsAt.getTime()]);
    return zoneLines(zone, new Date(Math.min(...times)), new Date(Math.max(...times)));
  });
}

function eventLines(event: CalendarEvent, site: string): string[] {
  const url = `${site}/app/sessions/${event.id}`;
  const cancelled = event.cancelReason ? `Cancelled: ${event.cancelReason}` : 'This session was cancelled.';
  const words = [event.cancelled ? cancelled : '', event.description, `Hosted by ${event.host}`, url];
  return [
    'BEGIN:VEVENT',
    `UID:${event.id}`,
    `SEQUENCE:${event.revision}`,
    `DTSTAMP:${stamp(event.updatedAt)}`,
    `CREATED:${stamp(event.createdAt)}`,
    `LAST-MODIFIED:${stamp(event.updatedAt)}`,
    timeProperty('DTSTART', event.startsAt, event.zone),
    timeProperty('DTEND', event.endsAt, event.zone),
    `SUMMARY:${text(event.title)}`,
    `DESCRIPTION:${text(words.filter(Boolean).join('\n\n'))}`,
    `LOCATION:${text([event.gym, event.address].filter(Boolean).join(', '))}`,
    `CATEGORIES:${text(event.workoutType)}`,
    `URL:${url}`,
    `STATUS:${event.cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `TRANSP:${event.cancelled ? 'TRANSPARENT' : 'OPAQUE'}`,
    'END:VEVENT',
  ];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what may not stand in a calendar.
const unwritable = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

/** Free text as a property value: escapes every character that would end the value or the line. */
function text(words: string): string {
  return words
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll(unwritable, '')
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');
}

const isInsideCharacter = (byte = 0) => (byte & 0xc0) === 0x80;

/** Folds lines at 75 bytes (RFC 5545) without splitting a character. By bytes, because a feed has a million letters. */
function fold(line: string): string {
  const bytes = Buffer.from(line);
  if (bytes.length <= 75) return line;
  const parts: string[] = [];
  for (let start = 0, end = 75; start < bytes.length; end = start + 74) {
    while (isInsideCharacter(bytes[end])) end -= 1;
    parts.push(bytes.toString('utf8', start, end));
    start = Math.min(end, bytes.length);
  }
  return parts.join('\r\n ');
}
