import type { Hours } from '@spotter/contract/gyms/open-times.ts';
import { addDays, momentOf, weekdayOf } from '@spotter/contract/wall-clock.ts';
import { describe, expect, test } from 'vitest';
import { closedDay, type GymHours, nextStart, openInWords, slotsOn, whyNot } from './session-slots.ts';

const SYDNEY = 'Australia/Sydney';
const everyDay = (...spans: [opens: string, closes: string][]): Hours['weekly'] =>
  Array.from({ length: 7 }, (_, weekday) => spans.map(([opens, closes]) => ({ weekday, opens, closes }))).flat();
const gym = (weekly: Hours['weekly'], overrides: Hours['overrides'] = [], zone = SYDNEY): GymHours => ({
  zone,
  hours: { weekly, overrides },
});
const change = (over: Partial<Hours['overrides'][number]>) => ({
  id: '1',
  from: '2026-11-20',
  to: '2026-11-20',
  closed: false,
  more_hours: [],
  opens: null,
  closes: null,
  reason: '',
  created_at: '2026-11-01T00:00:00Z',
  ...over,
});
/** Friday 20 November 2026, 10:10 in Sydney. */
const now = Date.parse('2026-11-20T10:10:00+11:00');
const free = (place: GymHours, day: string, minutes = 60, at = now) =>
  slotsOn(day, minutes, place, at)
    .filter(({ why }) => why === null)
    .map(({ time }) => time);

describe('the slots of a day', () => {
  test('run from opening to the last start that ends before closing', () => {
    const place = gym(everyDay(['06:00', '09:00']));
    expect(free(place, '2026-11-21')).toEqual(['06:00', '06:30', '07:00', '07:30', '08:00']);
    expect(free(place, '2026-11-21', 90).at(-1)).toBe('07:30');
    expect(slotsOn('2026-11-21', 60, place, now).at(-1)?.why).toMatch(/^Closes at 9:00/);
  });

  test('mark the slots of today that have passed', () => {
    const place = gym(everyDay(['09:00', '12:00']));
    expect(slotsOn('2026-11-20', 30, place, now).map(({ why }) => why)).toEqual([
      'This time has passed',
      'This time has passed',
      'This time has passed',
      null,
      null,
      null,
    ]);
  });

  test('skip a midday break and say when it ends', () => {
    const place = gym(everyDay(['06:00', '07:00'], ['08:30', '09:30']));
    const slots = slotsOn('2026-11-21', 60, place, now);
    expect(slots.filter(({ why }) => why === null).map(({ time }) => time)).toEqual(['06:00', '08:30']);
    expect(slots.find(({ time }) => time === '07:30')?.why).toMatch(/^Opens at 8:30/);
  });

  test('follow the newest schedule override of a day, with its reason', () => {
    const place = gym(everyDay(['06:00', '22:00']), [
      change({ opens: '08:00', closes: '12:00', reason: 'Short day' }),
      change({ closed: true, reason: 'Painting', created_at: '2026-11-02T00:00:00Z' }),
    ]);
    expect(slotsOn('2026-11-20', 60, place, now)).toEqual([]);
    expect(closedDay('2026-11-20', place)).toMatch(/Painting$/);
    expect(closedDay('2026-11-21', place)).toBeNull();
    expect(openInWords('2026-11-21', place)).toMatch(/^Open 6:00.* to 10:00/);
    expect(closedDay('2026-11-22', gym([]))).toBe('Closed on Sundays');
  });

  test('follow every span of a schedule override', () => {
    const more_hours = [{ opens: '18:00', closes: '19:00' }];
    const place = gym(everyDay(['06:00', '22:00']), [change({ opens: '12:00', closes: '13:00', more_hours })]);
    expect(free(place, '2026-11-20')).toEqual(['12:00', '18:00']);
  });

  test('run past midnight when the gym does', () => {
    const round = gym(everyDay(['00:00', '24:00']));
    expect(free(round, '2026-11-21').at(-1)).toBe('23:30');
    expect(openInWords('2026-11-21', round)).toBe('Open 24 hours');
    const late = gym(everyDay(['14:00', '24:00']));
    expect(free(late, '2026-11-21').at(-1)).toBe('23:00');
  });

  test('run past midnight on a special night, beside the hours of the next day', () => {
    const place = gym(everyDay(['06:00', '08:00']), [
      change({ opens: '22:00', closes: '02:00', reason: 'Long night' }),
      change({ from: '2026-11-21', to: '2026-11-21', closed: true, reason: 'Cleaning' }),
    ]);
    expect(free(place, '2026-11-20')).toEqual(['22:00', '22:30', '23:00', '23:30']);
    expect(free(place, '2026-11-21')).toEqual(['00:00', '00:30', '01:00']);
    expect(whyNot({ day: '2026-11-21', time: '06:00', minutes: 60 }, place, now)).toMatch(
      /^Closed from 2:00.*Cleaning/,
    );
    const open = gym(everyDay(['00:00', '08:00']), [change({ opens: '22:00', closes: '02:00' })]);
    expect(openInWords('2026-11-21', open)).toMatch(/^Open 12:00.* to 8:00 am$/i);
  });

  test('leave a night to the day it began when the next one differs', () => {
    const nights = everyDay(['00:00', '02:00'], ['20:00', '24:00']);
    const place = gym(nights, [change({ from: '2026-11-21', to: '2026-11-21', closed: true })]);
    expect(free(place, '2026-11-21')).toEqual(['00:00', '00:30', '01:00']);
    expect(slotsOn('2026-11-22', 60, place, now).at(0)?.time).toBe('20:00');
  });

  test('are all open while the hours are unknown', () => {
    expect(free({ zone: SYDNEY, hours: null }, '2026-11-21')).toContain('18:00');
  });
});

describe('when the clocks change', () => {
  test('disables the skipped hour', () => {
    // Sydney, 4 October 2026: 02:00 becomes 03:00.
    const place = gym(everyDay(['00:00', '24:00']));
    const at = Date.parse('2026-10-01T00:00:00Z');
    expect(whyNot({ day: '2026-10-04', time: '02:30', minutes: 60 }, place, at)).toBe('The clocks skip this time');
    expect(free(place, '2026-10-04', 60, at)).not.toContain('02:00');
    expect(free(place, '2026-10-04', 60, at)).toContain('01:30');
  });

  test('uses the real duration instead of the wall clock', () => {
    const place = gym(everyDay(['00:00', '03:30']));
    const at = Date.parse('2026-10-01T00:00:00Z');
    // From 01:30 on, 60 minutes end at 03:30 on the clock; 90 don't fit any more.
    expect(whyNot({ day: '2026-10-04', time: '01:30', minutes: 60 }, place, at)).toBeNull();
    expect(whyNot({ day: '2026-10-04', time: '01:30', minutes: 90 }, place, at)).toMatch(/^Closes at 3:30/);
    // New York, 1 November 2026: 02:00 becomes 01:00, so a night of five hours has six.
    const york = gym(everyDay(['00:00', '05:00']), [], 'America/New_York');
    expect(whyNot({ day: '2026-11-01', time: '00:30', minutes: 330 }, york, at)).toBeNull();
    expect(whyNot({ day: '2026-11-02', time: '00:30', minutes: 330 }, york, at)).toMatch(/^Closes/);
  });
});

describe('the next start', () => {
  const place = gym(everyDay(['06:00', '22:00']));
  test('leaves half an hour to get there', () => {
    expect(nextStart({ minutes: 60 }, place, now, [])).toEqual({ day: '2026-11-20', time: '11:00' });
  });
  test('keeps the requested time and weekday', () => {
    expect(nextStart({ minutes: 60, time: '06:00' }, place, now, [])).toEqual({ day: '2026-11-21', time: '06:00' });
    expect(nextStart({ minutes: 60, time: '06:00', weekday: weekdayOf('2026-11-23') }, place, now, [])).toEqual({
      day: '2026-11-23',
      time: '06:00',
    });
  });
  test("avoids the reader's own sessions", () => {
    const busy = [{ starts: now, ends: Date.parse('2026-11-20T12:00:00+11:00') }];
    expect(nextStart({ minutes: 60 }, place, now, busy)).toEqual({ day: '2026-11-20', time: '12:00' });
    const sixes = [0, 1, 2].map((days) => {
      const starts = momentOf(`${addDays('2026-11-20', days)}T18:30`, SYDNEY)?.getTime() ?? 0;
      return { starts, ends: starts + 3_600_000 };
    });
    expect(nextStart({ minutes: 60, time: '18:00' }, place, now, sixes)?.day).toBe('2026-11-23');
  });
  test('is null when the gym never opens', () => {
    expect(nextStart({ minutes: 60 }, gym([]), now, [])).toBeNull();
  });
});
