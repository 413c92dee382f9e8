import { expect, test } from 'vitest';
import type { Entry } from '../entries.ts';
import { gridRange } from './grid-range.ts';

const open = (from: number, to: number) => ({ spans: [{ from, to }], reason: null });

test('a grid shows the opening hours of its days, in whole hours', () => {
  expect(gridRange([open(330, 1290), open(480, 840), null], [])).toEqual({ from: 300, to: 1320 });
});

test('and what lies outside of them', () => {
  const late = { start: 1300, end: 1390 } as Entry;
  expect(gridRange([open(480, 1200)], [late])).toEqual({ from: 480, to: 1440 });
});

test('a usual day where nothing is known, or nothing is open', () => {
  expect(gridRange([null], [])).toEqual({ from: 360, to: 1320 });
  expect(gridRange([{ spans: [], reason: 'Closed' }], [])).toEqual({ from: 360, to: 1320 });
});
