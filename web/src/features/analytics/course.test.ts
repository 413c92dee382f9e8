import { addDays } from '@spotter/contract/wall-clock.ts';
import { expect, test } from 'vitest';
import type { Point } from './analytics.queries.ts';
import { courseOf } from './course.ts';
import { previousInWords } from './words.ts';

const days = (count: number, of: (index: number) => Partial<Point> = () => ({})): Point[] =>
  Array.from({ length: count }, (_, index) => ({
    day: addDays('2026-11-01', index),
    ...{ sessions: 1, joins: 2, spots: 4, confirmed: 0, attended: 0, active_members: 7, new_members: 0 },
    ...of(index),
  }));

test('has a point for each day of a short period', () => {
  expect(
    courseOf(
      'joins',
      days(3, (index) => ({ joins: index })),
    ),
  ).toEqual([0, 1, 2]);
});

test('has the week up to each day of a longer one', () => {
  const month = days(30, (index) => ({ joins: index < 7 ? 10 : 2 }));
  const joins = courseOf('joins', month);
  expect(joins).toHaveLength(24);
  expect([joins[0], joins[1], joins.at(-1)]).toEqual([70, 62, 14]);
  expect(courseOf('active_members', month).at(-1)).toBe(7);
});

test('measures rates by what they are made of, and nothing where there is nothing to measure', () => {
  expect(
    courseOf(
      'fill_rate',
      days(2, (index) => ({ joins: 3 * index, spots: 4 * index })),
    ),
  ).toEqual([null, 75]);
  expect(courseOf('attendance_rate', days(2))).toEqual([null, null]);
});

test.each([
  ['2026-11-01', '2026-11-30', 'previous 30 days'],
  ['2026-11-01', '2026-11-01', 'previous day'],
  ['2025-12-01', '2026-11-30', 'previous 12 months'],
])('names what %s to %s is compared with', (from, to, words) => {
  expect(previousInWords({ from, to })).toBe(words);
});
