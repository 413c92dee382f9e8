import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../../scripts/property-runs.ts';
import { splitName } from './split-name.ts';

test.each([
  ['Ana Ferreira', 'Ana', 'Ferreira'],
  ['  Maria  da Silva Santos ', 'Maria', 'da Silva Santos'],
  ['Prince', 'Prince', ''],
  ['', '', ''],
  ['نور الهاشمي', 'نور', 'الهاشمي'],
])('%j', (name, first, last) => {
  expect(splitName(name)).toEqual({ first, last });
});

test('drops only spaces and leaves none in the first name', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      const { first, last } = splitName(name);
      expect(`${first}${last}`.replace(/\s/gu, '')).toBe(name.replace(/\s/gu, ''));
      expect(/\s/u.test(first)).toBe(false);
    }),
    runs(100),
  );
});
