import { expect, test } from 'vitest';
import { csvLine, plainCell } from './csv.ts';

test.each([
  [['Ana', 3, true, null], 'Ana,3,true,\r\n'],
  [['a "b", c'], '"a ""b"", c"\r\n'],
  [['two\nlines'], '"two\nlines"\r\n'],
  [['=1+1', '+1', '-1', '@x', ' =1', '\t=1'], `'=1+1,'+1,'-1,'@x,' =1,'\t=1\r\n`],
  [[-1], '-1\r\n'],
])('writes %j', (cells, expected) => {
  expect(csvLine(cells)).toBe(expected);
});

test.each(['', '=1', "'=1", "''=1", "'", "'a", ' =1', "' =1", '\t', '-', 'a', "'\r"])('reads back %j', (text) => {
  const cell = csvLine([text]).slice(0, -2);
  const unquoted = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
  expect(plainCell(unquoted)).toBe(text);
  expect(unquoted).not.toMatch(/^[=+\-@\t\r]/);
});

test('tells an empty text from no value', () => {
  expect(csvLine(['', null, 'a'])).toBe('"",,a\r\n');
});
