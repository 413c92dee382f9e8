import { expect, test } from 'vitest';
import { sizeWords } from './size-words.ts';

test('names sizes in the unit people know them in', () => {
  expect(
    [0, 340_400, 12_000_000, 12_480_000, 5_000_000_000].map((bytes) => sizeWords(bytes).replace('\u00a0', ' ')),
  ).toEqual(['0 KB', '340 KB', '12 MB', '12.5 MB', '5 GB']);
});
