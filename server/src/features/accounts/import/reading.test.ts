import { describe, expect, test } from 'vitest';
import { secondsOf } from '#testing/formats/drawings.ts';
import { guessMapping, mappingFault, sourceOf } from './columns.format.ts';
import { linesOf, readCsv } from './csv-file.format.ts';
import { orderOf, readDay, readOffset, readTime } from './dates.format.ts';
import parseCsv, { delimiterOf } from './parse-csv.task.ts';

/** As the server reads a file, but here and now. */
const read = async (content: string | Uint8Array<ArrayBuffer>) => {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  linesOf(bytes);
  const parts: Awaited<ReturnType<typeof readCsv>>['rows'][] = [];
  for await (const part of parseCsv({ bytes })) parts.push(part);
  return readCsv({ offload: (async () => parts) as Parameters<typeof readCsv>[0]['offload'] }, bytes);
};
const utf16 = (text: string) => {
  const bytes = new Uint8Array(2 + text.length * 2);
  bytes.set([0xff, 0xfe]);
  for (const [index, letter] of [...text].entries())
    bytes.set([letter.charCodeAt(0) & 0xff, letter.charCodeAt(0) >> 8], 2 + index * 2);
  return bytes;
};

describe('a CSV file', () => {
  const expected = {
    header: ['Name', 'Note'],
    rows: [
      { number: 2, cells: ['Zoë', 'a, "b"\nc'] },
      { number: 3, cells: ['Ben', ''] },
    ],
  };
  test.each([
    ['line feeds', 'Name,Note\nZoë,"a, ""b""\nc"\nBen,\n'],
    ['carriage returns and line feeds, with a byte-order mark', '\uFEFFName,Note\r\nZoë,"a, ""b""\nc"\r\nBen,\r\n'],
    ['carriage returns', 'Name,Note\rZoë,"a, ""b""\nc"\rBen,'],
    ['semicolons', 'Name;Note\nZoë;"a, ""b""\nc"\nBen;\n\n'],
    ['tabs', 'Name\tNote\nZoë\t"a, ""b""\nc"\nBen\t'],
  ])('is read with %s', async (_form, text) => {
    expect(await read(text)).toEqual(expected);
  });

  test('is read in the encodings of spreadsheets', async () => {
    expect((await read(utf16('Name\tNote\nZoë\tx'))).rows).toEqual([{ number: 2, cells: ['Zoë', 'x'] }]);
    const windows = new Uint8Array([...Buffer.from('Name\nZo'), 0xeb, 0x0a]);
    expect((await read(windows)).rows).toEqual([{ number: 2, cells: ['Zoë'] }]);
  });

  test('has a bounded price, whatever it is made of', async () => {
    const worst = {
      'line breaks': '\n'.repeat(7_400),
      'lines of spaces': ' \n'.repeat(7_400),
      'empty cells': `${','.repeat(199)}\n`.repeat(7_400),
      quotes: `${'"'.repeat(98)}\n`.repeat(5_000),
      'one cell': `"${'a'.repeat(5_000_000)}"`,
    };
    for (const [kind, text] of Object.entries(worst)) {
      const spent = await secondsOf(() => read(text).catch(() => {}));
      expect([kind, spent < 5]).toEqual([kind, true]);
    }
  });

  test('numbers its rows as a spreadsheet does, empty ones included', async () => {
    expect(await read('\r\nName;Note\r\n\r\nAna;x\r\n;\r\n ; \r\nBen;y\r\n\r\n')).toEqual({
      header: ['Name', 'Note'],
      rows: [
        { number: 4, cells: ['Ana', 'x'] },
        { number: 7, cells: ['Ben', 'y'] },
      ],
    });
  });

  test.each([
    ['', /empty/],
    ['Name,Email\n', /no rows/],
    ['Name,Email\nAna,"ana@x.example\nBen,b@x.example\nCy,c@x.example\n', /line 2: a quote is opened but never closed/],
    ['Name,Email\n"a ""b""\nc",x\n"Ana,a@x.example\nBen,""\n', /line 4: a quote is opened but never closed/],
    ['Name,Email\n"Ana,a@x.example\n"Ben",b@x.example\n', /line 2: a quote is opened but never closed/],
    [`Name\n"Ana\n${'long\n'.repeat(7_000)}`, /line 2: a quote is opened but never closed/],
    ['Name,Email\nAna,"a"b\n', /line 2: text follows a closing quote/],
    ['PK\u0003\u0004\0\0zip', /not a CSV/],
    [`Name\n${'x\n'.repeat(5_001)}`, /up to 5,000 rows/],
    ['\n'.repeat(90_000), /up to 7,500 lines/],
    [`${'a,'.repeat(250)}\nb`, /up to 200 columns/],
    [`${'a,'.repeat(150)}\n`.repeat(5_000), /too many cells/],
    ['\r'.repeat(90_000), /up to 7,500 lines/],
  ])('is refused with a sentence', async (text, sentence) => {
    const error = await read(text).catch((thrown) => thrown);
    expect(error.options.details.file[0]).toMatch(sentence);
  });

  test('is separated by the sign that its header has most of, outside quotes', () => {
    expect(delimiterOf('"Last, First, Middle";Email\n')).toBe(';');
  });
});

describe('columns', () => {
  test.each([
    [
      'wodify',
      'members',
      'Last Name,First Name,Email,Gender,Date of Birth,Client Status,Default Program,Default Location',
      ['last_name', 'first_name', 'email', null, null, 'status', null, 'location'],
    ],
    [
      'mindbody',
      'members',
      'Client ID,First Name,Last Name,Email,Mobile Phone,Home Location,Creation Date',
      [null, 'first_name', 'last_name', 'email', 'phone', 'location', 'joined_on'],
    ],
    [
      'teamup',
      'members',
      'Customer ID,Name,Customer Email,Customer Status,Date Added',
      [null, 'full_name', 'email', 'status', 'joined_on'],
    ],
    [
      'teamup',
      'sessions',
      'Offering Type,Starts At,Ends At,Venue,Instructors,Max Occupancy',
      ['title', 'date', 'end_time', 'location', 'host', 'spots'],
    ],
    [
      'wodify',
      'sessions',
      'Class Name,Class Date,Start Time,End Time,Location,Coach,Class Limit,Client Email,Reservation Status',
      ['title', 'date', 'start_time', 'end_time', 'location', 'host', 'spots', 'attendee', 'attended'],
    ],
    [
      'mindbody',
      'sessions',
      'Class Description,StartDateTime,EndDateTime,Staff,Location,MaxCapacity',
      ['title', 'date', 'end_time', 'host', 'location', 'spots'],
    ],
    ['other', 'members', 'E-Mail;Vorname;Nachname', ['email', 'first_name', 'last_name']],
  ] as const)('of %s are recognized in %s', (source, kind, header, mapping) => {
    const names = header.split(/[,;]/);
    expect([sourceOf(names), guessMapping(kind, names)]).toEqual([source, mapping]);
    expect(mappingFault(kind, mapping)).toBeNull();
  });

  test('need what an account or a session needs, each once', () => {
    expect(mappingFault('members', ['first_name', null])).toBe('Choose the column with Email');
    expect(mappingFault('members', ['email', 'email', 'first_name'])).toBe('Two columns are Email. Choose one');
    expect(mappingFault('members', ['email'])).toBe('Choose the column with First name or Full name');
    expect(mappingFault('members', ['email', 'first_name', 'constructor'])).toBe('There is no field constructor');
  });
});

test.each([
  ['2026-11-03', '2026-11-03'],
  ['2026-11-03T18:00:00Z', '2026-11-03'],
  ['3/11/2026', '2026-11-03'],
  ['03.11.26', '2026-11-03'],
  ['3 Nov 2026', '2026-11-03'],
  ['Nov 3rd, 2026 6:00 PM', '2026-11-03'],
  ['Tuesday, November 3, 2026', '2026-11-03'],
  ['Tue 3 Nov 2026 18:00', '2026-11-03'],
  ['Tue 03/11/2026', '2026-11-03'],
  ['3-Nov-26 7pm', '2026-11-03'],
  ['3/11/1998', '1998-11-03'],
  ['3/11/98', '1998-11-03'],
  ['31/4/2026', null],
  ['soon', null],
])('reads the day of %s', (cell, day) => {
  expect(readDay(cell, 'dmy')).toBe(day);
});

test('finds out which part of a date is the day', () => {
  expect(orderOf(['3/4/2026', '13/4/2026'])).toBe('dmy');
  expect(orderOf(['3/4/2026', '3/14/2026'])).toBe('mdy');
  expect(orderOf(['3/4/2026', '2026-04-14'])).toBeNull();
  expect(orderOf(['13/13/2026', 'Mon 3/14/2026'])).toBe('mdy');
  expect(readDay('3/14/2026', 'mdy')).toBe('2026-03-14');
});

test.each([
  ['18:00', '18:00'],
  ['6:30 PM', '18:30'],
  ['12am', '00:00'],
  ['12:15 p.m.', '12:15'],
  ['6:30\u202fPM', '18:30'],
  ['11/3/2026\u00a06:30\u00a0PM', '18:30'],
  ['2026-11-03 06:05:00', '06:05'],
  ['2026-11-03T18:00:00', '18:00'],
  ['25:00', null],
  ['noon', null],
])('reads the time of %s', (cell, time) => {
  expect(readTime(cell)).toBe(time);
});

test.each([
  ['2026-11-22T09:00:00+11:00', '+11:00'],
  ['2026-11-22 09:00:00-0430', '-0430'],
  ['2026-11-22T09:00:00.000Z', 'Z'],
  ['2026-11-22T09:00:00', ''],
  ['2026-11-22', ''],
  ['6:00-07:00', ''],
  ['2026-11-22 09:00-10:00', ''],
])('reads the offset of %s', (cell, offset) => {
  expect(readOffset(cell)).toBe(offset);
});
