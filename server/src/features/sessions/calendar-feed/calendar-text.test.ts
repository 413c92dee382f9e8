import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../../scripts/property-runs.ts';
import { type CalendarEvent, calendarText } from './calendar-text.format.ts';

const zones = [
  'Australia/Sydney', // the southern summer
  'Australia/Lord_Howe', // half an hour of it
  'Europe/London',
  'Europe/Dublin',
  'America/New_York',
  'America/Santiago', // no nth Sunday
  'America/St_Johns', // half hours
  'Africa/Casablanca', // by the moon
  'Asia/Gaza', // by decree
  'Asia/Jerusalem', // the Friday before a Sunday
  'Asia/Kathmandu', // three quarters of an hour
  'Asia/Tokyo', // none
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'UTC',
];

const made = new Date('2026-03-01T09:00:00Z');
const event = (over: Partial<CalendarEvent> = {}): CalendarEvent => ({
  id: '0190b8a0-0000-7000-8000-00000000000a',
  title: 'Leg day',
  description: '',
  workoutType: 'strength',
  startsAt: new Date('2026-11-16T07:00:00Z'),
  endsAt: new Date('2026-11-16T08:00:00Z'),
  cancelled: false,
  cancelReason: null,
  revision: 0,
  createdAt: made,
  updatedAt: made,
  host: 'Ana',
  gym: 'Barangaroo',
  address: '1 Wharf Road',
  zone: 'Australia/Sydney',
  ...over,
});

/** Parses a calendar as a phone would, knowing only the zones in the file. */
function readBack(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  ICAL.TimezoneService.reset();
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(new ICAL.Timezone(zone));
  return {
    calendar,
    events: calendar.getAllSubcomponents('vevent').map((component) => {
      const read = new ICAL.Event(component);
      return {
        summary: read.summary,
        description: read.description,
        location: read.location,
        startsAt: read.startDate.toJSDate().toISOString(),
        endsAt: read.endDate.toJSDate().toISOString(),
      };
    }),
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out.
const unwritable = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

const site = 'https://spotter.example';

describe('a calendar', () => {
  test.each(zones)('represents every instant in %s, including clock changes', async (zone) => {
    const half = 30 * 60_000;
    const from = Date.UTC(2026, 9, 1);
    // Every ninth day at another half hour, and every half hour of the days around each clock change.
    const moments = Array.from({ length: 100 }, (_, n) => from + n * 9 * 48 * half + (n % 48) * half);
    const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
    const offset = (moment: number) => format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value;
    for (let day = from; day < from + 900 * 48 * half; day += 48 * half)
      if (offset(day) !== offset(day + 48 * half))
        for (let step = -8; step < 56; step++) moments.push(day + step * half);
    const { events } = readBack(
      await calendarText(
        moments.map((moment) => event({ zone, startsAt: new Date(moment), endsAt: new Date(moment + 3 * half) })),
        { site },
      ),
    );
    expect(events.map(({ startsAt, endsAt }) => [startsAt, endsAt])).toEqual(
      moments.map((moment) => [new Date(moment).toISOString(), new Date(moment + 3 * half).toISOString()]),
    );
  });

  test("names the gym's zone, with its clock-change rule if there is one", async () => {
    const text = await calendarText([event()], { site });
    expect(text).toContain('DTSTART;TZID=Australia/Sydney:20261116T180000\r\n');
    expect(text).toContain('RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU\r\nTZOFFSETFROM:+1100\r\nTZOFFSETTO:+1000\r\n');
    expect(text).toContain('RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=1SU\r\nTZOFFSETFROM:+1000\r\nTZOFFSETTO:+1100\r\n');
    const london = await calendarText([event({ zone: 'Europe/London' })], { site });
    expect(london).toContain('RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU');
    expect(await calendarText([event({ zone: 'Africa/Casablanca' })], { site })).not.toContain('RRULE');
  });

  test('includes each zone it needs once', async () => {
    const events = [event(), event({ zone: 'Australia/Perth' }), event()];
    expect((await calendarText(events, { site })).match(/TZID:.*/g)).toEqual([
      'TZID:Australia/Sydney',
      'TZID:Australia/Perth',
    ]);
  });

  test('round-trips any text within the line length limit', async () => {
    const words = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 120 }),
      fc.constantFrom(
        'Squats; bench, and\\or "rows"\nEND:VEVENT\nBEGIN:VALARM',
        '🏋️‍♀️'.repeat(30),
        'תרגול רגליים עם חברים, ואז קפה; בסוף היום '.repeat(4).trim(),
        'Ä'.repeat(120),
        '\\n is not a line',
        ' led by a space',
      ),
    );
    await fc.assert(
      fc.asyncProperty(words, words, async (title, description) => {
        const text = await calendarText([event({ title, description })], { site, name: title });
        for (const line of text.split('\r\n')) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
          expect(line.isWellFormed()).toBe(true);
        }
        expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
        const kept = (given: string) =>
          given.replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replaceAll(unwritable, '');
        const { events } = readBack(text);
        expect(events).toHaveLength(1);
        expect(events[0]?.summary).toBe(kept(title));
        expect(events[0]?.description?.startsWith(kept(description))).toBe(true);
      }),
      runs(40),
    );
  });

  test('is valid without any sessions', async () => {
    const { calendar, events } = readBack(await calendarText([], { site, name: 'Iron Harbour sessions' }));
    expect([events, calendar.getFirstPropertyValue('name')]).toEqual([[], 'Iron Harbour sessions']);
  });

  test('lets others go first between the parts of a long one', async () => {
    const events = Array.from({ length: 1_000 }, () =>
      event({ title: 'é'.repeat(120), description: 'é, '.repeat(660) }),
    );
    let others = 0;
    const other = setInterval(() => (others += 1));
    const text = await calendarText(events, { site, name: 'Long' });
    clearInterval(other);
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1_000);
    expect(others).toBeGreaterThan(5);
  });
});
