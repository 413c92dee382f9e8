import { addDays } from '@spotter/contract/wall-clock.ts';
import { expect, test } from 'vitest';
import { addMonths, asDay, daysOf, mondayOf, step, type View, viewFor, weeksOf, weeksOfMonth } from './days.ts';

test('accepts only real dates from the address', () => {
  expect(asDay('2026-11-16')).toBe('2026-11-16');
  for (const text of [null, '', 'today', '2026-02-30', '2026-13-01', '1026-11-16']) expect(asDay(text)).toBeNull();
});

test('starts weeks on Monday', () => {
  expect(mondayOf('2026-11-15')).toBe('2026-11-09');
  expect(mondayOf('2026-11-16')).toBe('2026-11-16');
  expect(daysOf('week', '2026-11-18')).toEqual(Array.from({ length: 7 }, (_, day) => addDays('2026-11-18', day)));
  expect(daysOf(viewFor('week', false), '2026-11-18')).toEqual(['2026-11-18', '2026-11-19', '2026-11-20']);
  expect(['week', 'day', 'month'].map((view) => viewFor(view as View, true))).toEqual(['week', 'day', 'month']);
  expect(weeksOf(['2026-11-15', '2026-11-16', '2026-11-20'])).toEqual(['2026-11-09', '2026-11-16']);
});

test('shows a month in whole weeks', () => {
  expect(weeksOfMonth('2026-11-15')).toEqual([
    '2026-10-26',
    '2026-11-02',
    '2026-11-09',
    '2026-11-16',
    '2026-11-23',
    '2026-11-30',
  ]);
  expect(weeksOfMonth('2027-02-10')).toEqual(['2027-02-01', '2027-02-08', '2027-02-15', '2027-02-22']);
});

test('steps by the length of the view', () => {
  expect(step('day', '2026-11-30', 1)).toBe('2026-12-01');
  expect(step('week', '2026-11-18', -1)).toBe('2026-11-11');
  expect(step('three-days', '2026-11-30', 1)).toBe('2026-12-03');
  expect(step('month', '2026-01-31', 1)).toBe('2026-02-01');
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
});
