import { expect, test } from 'vitest';
import { pixelTypeOf } from '#platform/files/photo.ts';
import { hostileFiles, largestOf, manyParts } from './hostile-files.ts';

test.each(hostileFiles)('$name fits into an upload and is what it says', ({ name, make }) => {
  const file = make();
  expect(file.length).toBeGreaterThan(20);
  expect(file.length).toBeLessThanOrEqual(largestOf(name));
  const type = /^(png|jpeg|webp)/.exec(name)?.[0] ?? null;
  expect(pixelTypeOf(file)).toBe(type);
});

test('a form of many parts fits into the form of a picture', () => {
  expect(manyParts('b').length).toBeLessThan(1024 * 1024);
});
