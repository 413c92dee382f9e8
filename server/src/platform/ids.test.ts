import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../scripts/property-runs.ts';
import { newId } from './ids.ts';

test('creates unique UUIDs of version 7 that sort in the order of creation', () => {
  const ids = Array.from({ length: 20_000 }, () => newId());
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('contains the creation time, and keeps sorting when the clock stops or goes back', () => {
  const start = Date.now() + 10_000;
  expect(Number.parseInt(newId(start).replaceAll('-', '').slice(0, 12), 16)).toBe(start);
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: start - 1_000, max: start + 1_000 }), { minLength: 2, maxLength: 200 }),
      (times) => {
        const ids = times.map((time) => newId(time));
        expect([...ids].sort()).toEqual(ids);
      },
    ),
    runs(100),
  );
});
