import { expect, test } from 'vitest';
import type { Entry } from '../entries.ts';
import { gridRange } from './grid-range.ts';

const open = (from: number, to: number) => ({ spans: [{ from, to }], reason: null });

test('covers the opening hours of its days in whole hours', () => {
  expect(gridRange([open(330, 1290), open(480, 840), null], [])).toEqual({ from: 300, to: 1320 });
});

test('extends to sessions outside opening hours', () => {
  const late = { start: 1300, end: 1390 } as Entry;
  expect(gridRange([open(480, 1200)], [late])).toEqual({ from: 480, to: 1440 });
});

test('falls back to a usual day when hours are unknown or the gym is closed', () => {
  expect(gridRange([null], [])).toEqual({ from: 360, to: 1320 });
  expect(gridRange([{ spans: [], reason: 'Closed' }], [])).toEqual({ from: 360, to: 1320 });
});
