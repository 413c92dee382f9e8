import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test.each([
  [['Ana', 3, true, null], 'Ana,3,true,\r\n'],
  [['a "b", c'], '"a ""b"", c"\r\n'],
  [['two\nlines'], '"two\nlines"\r\n'],
  [['=1+1', '+1', '-1', '@x', ' =1', '\t=1'], `'=1+1,'+1,'-1,'@x,' =1,'\t=1\r\n`],
  [[-1], '-1\r\n'],
])('writes %j', (cells, expected) => {
  expect(csvLine(cells)).toBe(expected);
});
