import { describe, expect, test } from 'vitest';
import { clockTime, countdown, dayHeading, dayInWords, dayOf } from './session-time.ts';

test("shows the gym's wall time wherever the reader is", () => {
  const time = { local: '2026-11-20T18:30:00+11:00' };
  expect(clockTime(time)).toMatch(/6:30\sPM|18:30/);
  expect(dayOf(time)).toBe('2026-11-20');
});

test('names near days and dates far ones', () => {
  expect(dayInWords('2026-11-15', '2026-11-15')).toBe('Today');
  expect(dayInWords('2026-11-16', '2026-11-15')).toBe('Tomorrow');
  expect(dayInWords('2026-11-18', '2026-11-15')).toBe('Wednesday');
  expect(dayInWords('2026-11-25', '2026-11-15')).toContain('25');
  expect(dayInWords('2026-11-14', '2026-11-15')).toBe('Yesterday');
  expect(dayInWords('2026-11-13', '2026-11-15')).toContain('13');
});

test('shows the date only once in a day heading', () => {
  expect(dayHeading('2026-11-15', '2026-11-15')).toMatchObject({
    name: 'Today',
    date: expect.stringContaining('Sunday'),
  });
  expect(dayHeading('2026-11-18', '2026-11-15')).toMatchObject({
    name: 'Wednesday',
    date: expect.not.stringContaining('Wednesday'),
  });
  expect(dayHeading('2026-11-25', '2026-11-15')).toMatchObject({ name: expect.stringContaining('25'), date: null });
});

describe('countdown', () => {
  const start = '2026-11-20T10:00:00Z';
  const end = '2026-11-20T11:00:00Z';
  test.each([
    ['2026-11-15T10:00:00Z', 'in 5 days'],
    ['2026-11-18T20:00:00Z', 'in 2 days'],
    ['2026-11-19T06:45:00Z', 'in 1 day'],
    ['2026-11-20T06:45:00Z', 'in 3 h 15 min'],
    ['2026-11-20T09:17:55Z', 'in 42:05'],
    ['2026-11-20T10:00:00Z', 'On now'],
    ['2026-11-20T11:00:00Z', 'Ended'],
  ])('at %s shows "%s"', (now, text) => {
    expect(countdown(start, end, Date.parse(now))).toBe(text);
  });
});
