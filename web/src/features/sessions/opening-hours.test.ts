import { expect, test } from 'vitest';
import { isOpenFor, type OpeningHours, openOn } from './opening-hours.ts';

const change = (over: Partial<OpeningHours['changes'][number]>) => ({
  id: 'a',
  from: '2026-11-18',
  to: '2026-11-18',
  reason: '',
  opens: null,
  closes: null,
  created_at: '2026-11-01T00:00:00Z',
  ...over,
});

const hours: OpeningHours = {
  weekly: [
    { weekday: 0, opens: '15:00', closes: '21:00' },
    { weekday: 0, opens: '05:30', closes: '12:00' },
    { weekday: 1, opens: '06:00', closes: '12:00' },
    { weekday: 1, opens: '12:00', closes: '24:00' },
    { weekday: 2, opens: '00:00', closes: '02:00' },
  ],
  changes: [
    change({ reason: 'Holiday', opens: '09:00', closes: '15:00' }),
    change({ id: 'b', reason: 'New floor', created_at: '2026-11-02T00:00:00Z' }),
  ],
};

test('a day has its spans in order, and those that touch are one', () => {
  expect(openOn(hours, '2026-11-16').spans).toEqual([
    { from: 330, to: 720 },
    { from: 900, to: 1260 },
  ]);
  expect(openOn(hours, '2026-11-17').spans).toEqual([{ from: 360, to: 1440 }]);
  expect(openOn(hours, '2026-11-19')).toEqual({ spans: [], reason: null });
});

test('of several changes to a day the newest holds', () => {
  expect(openOn(hours, '2026-11-18')).toEqual({ spans: [], reason: 'New floor' });
  expect(openOn({ ...hours, changes: hours.changes.slice(0, 1) }, '2026-11-18')).toEqual({
    spans: [{ from: 540, to: 900 }],
    reason: 'Holiday',
  });
});

test('a stay lies inside one span, and may go on past midnight where the next day begins open', () => {
  const monday = openOn(hours, '2026-11-16');
  const tuesday = openOn(hours, '2026-11-17');
  const wednesday = openOn({ ...hours, changes: [] }, '2026-11-18');
  expect(isOpenFor(monday, tuesday, { from: 330, to: 720 })).toBe(true);
  expect(isOpenFor(monday, tuesday, { from: 690, to: 910 })).toBe(false);
  expect(isOpenFor(monday, tuesday, { from: 1230, to: 1275 })).toBe(false);
  expect(isOpenFor(tuesday, wednesday, { from: 1410, to: 1500 })).toBe(true);
  expect(isOpenFor(tuesday, wednesday, { from: 1410, to: 1600 })).toBe(false);
});
