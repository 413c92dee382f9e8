import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../scripts/property-runs.ts';
import {
  Day,
  Email,
  Id,
  InstantInput,
  InviteCodeText,
  idList,
  line,
  Password,
  paragraph,
  queryFlag,
  queryIds,
  Timezone,
} from './primitives.ts';

const accepts = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success;

describe('text', () => {
  const fields = { line: line({ max: 40 }), paragraph: paragraph({ max: 40 }), Password, Email };

  test.each(Object.entries(fields))('%s rejects null bytes and lone surrogates', (_name, field) => {
    for (const broken of ['a\0bcdefgh@b.co', 'abc\ud800defgh@b.co', 'abc\udc00defgh@b.co'])
      expect(accepts(field, broken)).toBe(false);
  });

  test('keeps any other text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 10 }), (text) => {
        expect(paragraph({ max: 400 }).parse(text)).toBe(text.trim());
      }),
      runs(100),
    );
  });

  test('trims and limits text, and rejects line breaks in a line', () => {
    expect(line({ max: 5 }).parse('  iron ')).toBe('iron');
    expect(accepts(line({ max: 5 }), 'harbour')).toBe(false);
    expect(accepts(line({ max: 50 }), 'a\nBcc: b')).toBe(false);
    expect(paragraph({ max: 50 }).parse('a\nb')).toBe('a\nb');
    expect(accepts(line({ max: 5, required: 'Needed' }), '   ')).toBe(false);
  });
});

test('an id has one spelling', () => {
  const id = '019a8f3c-7d2e-7b1a-9c4d-5e6f7a8b9c0d';
  expect(Id.parse(id.toUpperCase())).toBe(id);
  expect(idList(3).parse([id, id.toUpperCase()])).toEqual([id]);
});

describe('a name', () => {
  const name = line({ max: 80, required: 'Needed' });

  test('has no characters that hide in it or turn the text after it around', () => {
    expect(name.parse('A\u200bna\u00ad')).toBe('Ana');
    expect(name.parse('\u202eana')).toBe('ana');
    expect(name.parse('\u2066 ana \u2069')).toBe('ana');
    for (const kept of ['عَلِيّ', 'ناصر\u200cزاده', 'Nguyễn', '👨‍👩‍👧', 'नीति', '\u200fדנה', 'José'.normalize('NFD')])
      expect(name.parse(kept)).toBe(kept);
  });

  test('has something to see', () => {
    for (const blank of ['\u00ad', '\u202a', '\u3164', '\u2800', '\u200d', '\u200e', '\u0301', '\ufe0f'])
      expect([blank, accepts(name, blank)]).toEqual([blank, false]);
    for (const shown of ['x', '7', '👍🏽', '♥', '🇳🇿', '1️⃣', '李'])
      expect([shown, accepts(name, shown)]).toEqual([shown, true]);
  });
});

test('requires 8 to 128 characters for a password and never trims it', () => {
  expect(Password.parse('  spaces  ')).toBe('  spaces  ');
  expect(accepts(Password, '1234567')).toBe(false);
  expect(accepts(Password, 'x'.repeat(128))).toBe(true);
  expect(accepts(Password, 'x'.repeat(129))).toBe(false);
});

test('treats two spellings of an email address as one', () => {
  expect(Email.parse(' Ana@Example.COM ')).toBe('ana@example.com');
  for (const wrong of [
    'ana',
    'ana@',
    '@b.co',
    'a b@c.co',
    'a@b',
    'a@b.co\r\nBcc: x@y.z',
    'a@b@c.co',
    `${'a'.repeat(250)}@b.co`,
  ])
    expect(accepts(Email, wrong)).toBe(false);
});

test("normalizes moments to UTC and keeps them within the database's range", () => {
  expect(InstantInput.parse('2026-11-20T18:00:00+11:00')).toBe('2026-11-20T07:00:00.000Z');
  for (const wrong of ['2026-11-20', '2026-02-30T10:00:00Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', 'now', 5])
    expect(accepts(InstantInput, wrong)).toBe(false);
});

test.each([
  [InstantInput, 'Not a valid time'],
  [Day, 'Not a valid date'],
])('names one fault of a text that is no time', (schema, fault) => {
  expect(schema.safeParse('soon').error?.issues.map(({ message }) => message)).toEqual([fault]);
});

test('accepts only time zones of the IANA database', () => {
  for (const zone of [
    'Australia/Sydney',
    'America/Argentina/Buenos_Aires',
    'UTC',
    'Etc/GMT+5',
    'America/Port-au-Prince',
  ])
    expect(accepts(Timezone, zone)).toBe(true);
  for (const zone of ['', 'Mars/Olympus', '+10:00', '../etc/passwd', 'Australia/Sydney; drop'])
    expect(accepts(Timezone, zone)).toBe(false);
});

test('upper-cases invite codes and limits them to 20 characters', () => {
  expect(InviteCodeText.parse(' iron-2026 ')).toBe('IRON-2026');
  expect(InviteCodeText.safeParse('').error?.issues.map((issue) => issue.message)).toEqual([
    'Please enter an invite code',
  ]);
  expect(accepts(InviteCodeText, 'A'.repeat(21))).toBe(false);
});

test('parses query strings into lists and flags', () => {
  const [one, two] = ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000002'];
  expect(queryIds.parse(`${one},${two}`)).toEqual([one, two]);
  expect(queryIds.parse([one])).toEqual([one]);
  expect(accepts(queryIds, `${one},x`)).toBe(false);
  expect(idList(5).parse([one, one])).toEqual([one]);
  expect([queryFlag.parse('true'), queryFlag.parse('false'), queryFlag.parse(true)]).toEqual([true, false, true]);
  expect(accepts(queryFlag, 'maybe')).toBe(false);
});

test('has a readable message for every field', () => {
  const said = (schema: { safeParse(value: unknown): { error?: { issues: { message: string }[] } } }, value: unknown) =>
    schema.safeParse(value).error?.issues[0]?.message;
  expect(said(line({ max: 5 }), undefined)).toBe('This field is required');
  expect(said(line({ max: 5 }), 7)).toBe('This is not in the right form');
  expect(said(queryIds, undefined)).toBe('This field is required');
});
