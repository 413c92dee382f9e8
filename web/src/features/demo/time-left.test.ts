import { expect, test } from 'vitest';
import { timeLeft } from './time-left.ts';

const end = '2026-11-15T12:00:00Z';
const before = (seconds: number) => Date.parse(end) - seconds * 1000;

test.each([
  [2 * 3600, '2 h'],
  [3600 + 25 * 60, '1 h 25 min'],
  [3599, '59 min'],
  [60, '1 min'],
  [59, '59 s'],
  [0.5, '1 s'],
  [0, null],
  [-10, null],
])('%d seconds before the end', (seconds, text) => {
  expect(timeLeft(end, before(seconds))).toBe(text);
});

test('treats an unreadable end as ended', () => {
  expect(timeLeft('soon', 0)).toBeNull();
});
