import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../../../scripts/property-runs.ts';
import { carried, pressed, resized, stretched } from './drag-times.ts';

const day = '2026-11-16';
const minute = fc.integer({ min: -200, max: 1700 });

test('snaps drawn times to quarter hours, within the day and eight hours at most', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1439 }), minute, (from, to) => {
      const { start, end } = stretched({ day, minute: from }, to);
      expect([start % 15, end % 15]).toEqual([0, 0]);
      expect(start).toBeGreaterThanOrEqual(0);
      expect(end).toBeLessThanOrEqual(1440);
      expect(end - start).toBeGreaterThanOrEqual(15);
      expect(end - start).toBeLessThanOrEqual(480);
    }),
    runs(100),
  );
});

test('keeps the length of a dragged session and its day intact', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 480 }), fc.integer({ min: 0, max: 480 }), minute, (minutes, held, over) => {
      const { start, end } = carried(minutes, held, { day, minute: over });
      expect(end - start).toBe(minutes);
      expect(start % 15).toBe(0);
      expect(start).toBeGreaterThanOrEqual(0);
      expect(end).toBeLessThanOrEqual(1440);
    }),
    runs(100),
  );
});

test('handles drawing down, drawing up and a single press', () => {
  expect(stretched({ day, minute: 610 }, 671)).toEqual({ day, start: 600, end: 675 });
  expect(stretched({ day, minute: 610 }, 550)).toEqual({ day, start: 540, end: 615 });
  expect(pressed({ day, minute: 1094 })).toEqual({ day, start: 1080, end: 1140 });
  expect(pressed({ day, minute: 1439 })).toEqual({ day, start: 1410, end: 1440 });
});

test('resizes by quarters of an hour, from the start on', () => {
  const held = { day: '2026-11-17', start: 18 * 60, end: 19 * 60 };
  expect(resized(held, 19 * 60 + 20)).toEqual({ ...held, end: 19 * 60 + 15 });
  expect(resized(held, 10 * 60)).toEqual({ ...held, end: 18 * 60 + 15 });
  expect(resized({ ...held, start: 20 * 60 }, 30 * 60).end).toBe(24 * 60);
  expect(resized({ ...held, start: 6 * 60 }, 23 * 60).end).toBe(14 * 60);
});
