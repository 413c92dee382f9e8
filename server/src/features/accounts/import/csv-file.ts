import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { mostImportRows } from '@spotter/contract/users/import-fields.ts';
import { type CsvError, parse } from 'csv-parse';
import { fail } from '#platform/http/errors.ts';

/** Numbered as in a spreadsheet, where empty rows count. */
type NumberedRow = { number: number; cells: string[] };
export type CsvFile = { header: string[]; rows: NumberedRow[] };

const unreadable = (message: string, cause?: unknown) =>
  fail('validation_failed', { details: { file: [message] }, cause });

/** Spreadsheets write UTF-8 with or without a mark, UTF-16 with one, or the old encoding of Windows. */
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const delimiters = [',', ';', '\t', '|'] as const;

/** The sign that separates the cells of the first line, outside quotes. */
export function delimiterOf(text: string): string {
  let quoted = false;
  const counts = new Map<string, number>(delimiters.map((delimiter) => [delimiter, 0]));
  for (const letter of text) {
    if (letter === '"') quoted = !quoted;
    else if (!quoted && (letter === '\n' || letter === '\r')) break;
    else if (!quoted && counts.has(letter)) counts.set(letter, counts.get(letter)! + 1);
  }
  return [...counts].toSorted((one, other) => other[1] - one[1])[0]![0];
}

const CHUNK = 4 * 1024;
const LONGEST_ROW = 100_000;
/** Empty rows included. */
const MOST_LINES = 10 * mostImportRows;

/** In parts, each in a turn of its own: other requests are answered while a large file is read. */
async function* chunksOf(text: string) {
  for (let start = 0; start < text.length; start += CHUNK) {
    await nextTurn();
    yield text.slice(start, start + CHUNK);
  }
}

const reasons: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened but never closed',
  INVALID_OPENING_QUOTE: 'a quote is in the middle of a cell',
  CSV_INVALID_CLOSING_QUOTE: 'text follows a closing quote',
  CSV_MAX_RECORD_SIZE: 'a row is too long',
};

/** The cells of a file in any common form. Throws a sentence for a file that is no table. */
export async function readCsv(file: File): Promise<CsvFile> {
  const text = textOf(new Uint8Array(await file.arrayBuffer()));
  if (text.includes('\0')) throw unreadable('This is not a CSV file. Save your spreadsheet as CSV first.');
  const records: NumberedRow[] = [];
  let number = 0;
  const parser = Readable.from(chunksOf(text)).pipe(
    parse({
      bom: true,
      delimiter: delimiterOf(text.replace(/^\uFEFF?[\r\n]*/, '').slice(0, LONGEST_ROW)),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      trim: true,
      max_record_size: LONGEST_ROW,
    }),
  );
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      number += 1;
      if (number > MOST_LINES) throw unreadable('This file has too many empty rows. Delete them and save it again.');
      if (cells.every((cell) => cell === '')) continue;
      records.push({ number, cells });
      if (records.length > mostImportRows + 1)
        throw unreadable(
          `Files can have up to ${mostImportRows.toLocaleString('en')} rows. Split this one into several.`,
        );
    }
  } catch (error) {
    const { code = '', lines } = error as CsvError;
    if (!code.startsWith('CSV_') && !(code in reasons)) throw error;
    throw unreadable(`We couldn't read line ${lines}: ${reasons[code] ?? 'it is not valid CSV'}.`, error);
  }
  const [first, ...rows] = records;
  if (!first) throw unreadable('This file is empty.');
  if (rows.length === 0) throw unreadable('This file has a header but no rows.');
  if (first.cells.length > 200) throw unreadable('Files can have up to 200 columns.');
  return { header: first.cells, rows };
}
