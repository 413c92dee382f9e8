import { expect, test } from 'vitest';
import { rowsByDay, timeInWords } from './notification-days.ts';

const now = new Date(2026, 10, 15, 12, 0).getTime();
const at = (...moment: [number, number, number, number]) => new Date(...moment).toISOString();
const labels = (...moments: string[]) =>
  rowsByDay(
    moments.map((updated_at, index) => ({ id: `${index}`, updated_at })),
    now,
  ).map((row) => (row.kind === 'day' ? row.label : row.item.id));

test('puts one heading before each day, in words for the last week', () => {
  const shown = labels(
    at(2026, 10, 15, 11),
    at(2026, 10, 15, 0),
    at(2026, 10, 14, 23),
    at(2026, 10, 12, 9),
    at(2026, 10, 1, 9),
    at(2025, 10, 1, 9),
  );
  expect(shown).toEqual([
    'Today',
    '0',
    '1',
    'Yesterday',
    '2',
    'Thursday',
    '3',
    'Sun, November 1',
    '4',
    'November 1, 2025',
    '5',
  ]);
});

test('has no heading without notifications', () => {
  expect(labels()).toEqual([]);
});

test('says how long ago it was within the hour, and then the time of day', () => {
  const told = (minutes: number) => timeInWords(new Date(now - minutes * 60_000).toISOString(), now);
  expect([told(0), told(5), told(59), told(60)]).toEqual(['now', '5 min. ago', '59 min. ago', '11:00 AM']);
});
