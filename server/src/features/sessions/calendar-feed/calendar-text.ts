import { stamp, timeProperty, zoneLines } from './calendar-zone.ts';

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

/** An iCalendar file (RFC 5545): with a name a calendar to subscribe to, without one a single download. */
export function calendarText(events: readonly CalendarEvent[], { site, name }: { site: string; name?: string }) {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Spotter//Spotter//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...(name ? subscription(name) : []),
    ...zonesOf(events),
    ...events.flatMap((event) => eventLines(event, site)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

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

/** Folds lines at 75 bytes (RFC 5545) without splitting a character. */
function fold(line: string): string {
  if (Buffer.byteLength(line) <= 75) return line;
  let folded = '';
  let bytes = 0;
  for (const letter of line) {
    const size = Buffer.byteLength(letter);
    if (bytes + size > 75) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += letter;
    bytes += size;
  }
  return folded;
}
