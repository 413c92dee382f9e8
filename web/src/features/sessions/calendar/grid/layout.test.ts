import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../../../scripts/property-runs.ts';
import { type Block, layOut } from './layout.ts';

const blocks = fc.array(
  fc
    .record({
      start: fc.integer({ min: 0, max: 1300 }),
      length: fc.integer({ min: 10, max: 240 }),
      first: fc.boolean(),
    })
    .map(({ start, length, first }) => ({ start, end: start + length, first })),
  { maxLength: 60 },
);
const overlap = (one: Block, other: Block) => one.start < other.end && other.start < one.end;

describe('on any day', () => {
  test('overlaps no sessions and loses none', () => {
    fc.assert(
      fc.property(blocks, fc.integer({ min: 1, max: 5 }), (day, most) => {
        const { placed, overflow } = layOut(day, most);
        for (const one of placed) {
          expect(one.column + one.span).toBeLessThanOrEqual(one.columns);
          expect(one.columns).toBeLessThanOrEqual(most);
          for (const other of placed) {
            if (one === other || !overlap(one.block, other.block)) continue;
            expect(one.columns).toBe(other.columns);
            expect(one.besideLane).toBe(other.besideLane);
            const isApart = one.column + one.span <= other.column || other.column + other.span <= one.column;
            expect(isApart).toBe(true);
          }
        }
        const all = [...placed.map(({ block }) => block), ...overflow.flatMap((group) => group.blocks)];
        expect(new Set(all)).toEqual(new Set(day));
        expect(all).toHaveLength(day.length);
      }),
      runs(50),
    );
  });

  test('overflows a session only when there is no room for it', () => {
    fc.assert(
      fc.property(blocks, fc.integer({ min: 1, max: 4 }), (day, most) => {
        for (const { blocks: hidden } of layOut(day, most).overflow)
          for (const block of hidden) expect(day.filter((other) => overlap(block, other)).length).toBeGreaterThan(most);
      }),
      runs(50),
    );
  });

  test('keeps overflow buttons apart', () => {
    fc.assert(
      fc.property(blocks, (day) => {
        const { overflow } = layOut(day, 1);
        for (const [index, group] of overflow.entries()) {
          const next = overflow[index + 1];
          if (!next) continue;
          expect(next.start - group.start).toBeGreaterThanOrEqual(1);
          expect(group.end).toBeLessThanOrEqual(next.start);
        }
      }),
      runs(50),
    );
  });
});

const at = (start: number, end: number, first = false) => ({ start, end, first });

test('gives the full width to one session, shares it among overlapping ones, and lets a third fill the gap', () => {
  const { placed } = layOut([at(0, 60), at(100, 200), at(150, 250), at(220, 260), at(100, 120)], 3);
  const seen = placed.map(({ block, column, columns, span }) => [block.start, column, columns, span]);
  expect(seen).toEqual([
    [0, 0, 1, 1],
    [100, 0, 2, 1],
    [100, 1, 2, 1],
    [150, 1, 2, 1],
    [220, 0, 2, 1],
  ]);
});

test("shows the reader's own sessions before others", () => {
  const day = [at(0, 60), at(5, 60), at(10, 60, true), at(15, 60)];
  const { placed, overflow } = layOut(day, 2);
  expect(placed.map(({ block }) => block.start).toSorted((one, other) => one - other)).toEqual([0, 10]);
  expect(overflow.map(({ blocks }) => blocks.length)).toEqual([2]);
});
