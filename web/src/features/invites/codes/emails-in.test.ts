import { expect, test } from 'vitest';
import { emailsIn } from './emails-in.ts';

test.each([
  ['lines', 'ana@x.example\nben@x.example\r\n\ncleo@x.example'],
  ['commas and semicolons', 'ana@x.example, ben@x.example;cleo@x.example,'],
  ['names from a mail program', 'Ana Costa <ana@x.example>, "Ben, B." <Ben@X.example>; <cleo@x.example>'],
  ['columns of a spreadsheet', 'Ana\tana@x.example\t1\nBen\tben@x.example\t2\nCleo\tcleo@x.example'],
  ['a list in words', '- ana@x.example.\n• mailto:ben@x.example\n(cleo@x.example) and cleo@x.example!'],
])('finds addresses in %s', (_form, text) => {
  expect(emailsIn(text)).toEqual({ emails: ['ana@x.example', 'ben@x.example', 'cleo@x.example'], unclear: [] });
});

test('keeps signs that belong to an address, and names what is none', () => {
  expect(emailsIn("o'neil+gym@mail.x.example ana@x ben@@x.example nobody")).toEqual({
    emails: ["o'neil+gym@mail.x.example"],
    unclear: ['ana@x', 'ben@@x.example'],
  });
});
