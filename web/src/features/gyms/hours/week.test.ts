import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../../scripts/property-runs.ts';
import { hoursOf, problemsOf, weekOf } from './week.ts';

test('shows a night as one span and stores it as two', () => {
  const stored = [
    { weekday: 4, opens: '18:00', closes: '24:00' },
    { weekday: 5, opens: '00:00', closes: '03:00' },
    { weekday: 5, opens: '10:00', closes: '24:00' },
  ];
  expect(weekOf(stored).slice(4)).toEqual([
    [{ opens: '18:00', closes: '03:00' }],
    [{ opens: '10:00', closes: '00:00' }],
    [],
  ]);
  expect(hoursOf(weekOf(stored))).toEqual(stored);
});

test('goes from Sunday night into Monday, and is open all week', () => {
  const stored = [
    { weekday: 0, opens: '00:00', closes: '02:00' },
    { weekday: 6, opens: '22:00', closes: '24:00' },
  ];
  expect(weekOf(stored)[6]).toEqual([{ opens: '22:00', closes: '02:00' }]);
  const always = Array.from({ length: 7 }, (_, weekday) => ({ weekday, opens: '00:00', closes: '24:00' }));
  expect(hoursOf(weekOf(always))).toEqual(always);
  expect(problemsOf(weekOf(always))).toEqual({});
});

test('finds hours that overlap, also after midnight', () => {
  const week = Array.from({ length: 7 }, () => [{ opens: '06:00', closes: '12:00' }]);
  expect(problemsOf(week)).toEqual({});
  expect(
    problemsOf(
      week.with(2, [
        { opens: '06:00', closes: '12:00' },
        { opens: '11:00', closes: '13:00' },
      ]),
    ),
  ).toEqual({
    2: 'These hours overlap',
  });
  expect(problemsOf(week.with(6, [{ opens: '20:00', closes: '07:00' }]))).toEqual({ 0: 'These hours overlap' });
});

test('gives back any hours it was given', () => {
  const times = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
  const day = fc.uniqueArray(fc.constantFrom(...times, '24:00'), { maxLength: 6 }).map((given) => {
    const sorted = given.toSorted();
    return sorted.length % 2 === 0 ? sorted : sorted.slice(1);
  });
  fc.assert(
    fc.property(fc.array(day, { minLength: 7, maxLength: 7 }), (days) => {
      const stored = days.flatMap((edges, weekday) =>
        edges.flatMap((opens, index) => (index % 2 === 0 ? [{ weekday, opens, closes: edges[index + 1] ?? '' }] : [])),
      );
      expect(hoursOf(weekOf(stored))).toEqual(stored);
    }),
    runs(200),
  );
});
