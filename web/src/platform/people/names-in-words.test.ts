import { expect, test } from 'vitest';
import { namesInWords } from './names-in-words.ts';

test.each([
  [['Ana'], 'Ana'],
  [['Ana', 'Ben'], 'Ana and Ben'],
  [['Ana', 'Ben', 'Cleo'], 'Ana, Ben, and Cleo'],
  [['Ana', 'Ben', 'Cleo', 'Dov'], 'Ana, Ben, and 2 others'],
])('names %j', (names, words) => {
  expect(namesInWords(names.map((first_name) => ({ first_name })))).toBe(words);
});

test('counts people who are not among the first', () => {
  const first = ['Ana', 'Ben', 'Cleo'].map((first_name) => ({ first_name }));
  expect(namesInWords(first, 3)).toBe('Ana, Ben, and Cleo');
  expect(namesInWords(first, 255)).toBe('Ana, Ben, and 253 others');
});
