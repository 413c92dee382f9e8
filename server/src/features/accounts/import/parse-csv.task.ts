import { Readable } from 'node:stream';
import { mostImportColumns, mostImportRows } from '@spotter/contract/users/import-fields.ts';
import { type CsvError, type InfoRecord, parse } from 'csv-parse';
import { type AppError, fail, fieldError } from '#platform/errors.ts';

/** Numbered as in a spreadsheet, where empty rows count. */
export type NumberedRow = { number: number; cells: string[] };

export const unreadable = (message: string): AppError => fail('validation_failed', fieldError('file', message));

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

const LONGEST_ROW = 100_000;
/** Thirty columns in the largest file. */
const MOST_CELLS = 30 * mostImportRows;
/** The server unpacks a part in a few milliseconds. */
const CELLS_AT_ONCE = 5_000;

const reasons: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened but never closed',
  INVALID_OPENING_QUOTE: 'a quote is in the middle of a cell',
  CSV_INVALID_CLOSING_QUOTE: 'text follows a closing quote',
  CSV_MAX_RECORD_SIZE: 'a row is too long',
};

/** The index of the first quote that opens a cell and doesn't close it, or closes it too late for a row. */
function brokenQuote(text: string, delimiter: string): number {
  const ends = new Set([delimiter, '\r', '\n', '']);
  let opens = text.indexOf('"');
  while (opens >= 0) {
    let closes = text.indexOf('"', opens + 1);
    while (closes >= 0 && text[closes + 1] === '"') closes = text.indexOf('"', closes + 2);
    const next = /^[^\S\r\n\t]*/.exec(text.slice(closes + 1, closes + 50))![0].length;
    if (closes < 0 || closes - opens > LONGEST_ROW || !ends.has(text.charAt(closes + 1 + next))) return opens;
    opens = text.indexOf('"', closes + 1);
  }
  return opens;
}

const lineAt = (text: string, index: number) => text.slice(0, index).split(/\r\n|\n|\r/).length;

/** A sentence that names the line to look at: of an unclosed quote it is where the quote opens, not where reading failed. */
function sentenceOf({ code, lines }: CsvError, text: string, delimiter: string): string {
  const opens = code === 'INVALID_OPENING_QUOTE' ? -1 : brokenQuote(text, delimiter);
  const line = opens < 0 ? lines : lineAt(text, opens);
  const isOpen = opens >= 0 && (code === 'CSV_MAX_RECORD_SIZE' || line !== lines);
  const reason = isOpen ? reasons.CSV_QUOTE_NOT_CLOSED : (reasons[code] ?? 'it is not valid CSV');
  return `We couldn't read line ${line}: ${reason}.`;
}

/** The rows of a file in any common form, some at a time. Throws a sentence for a file that is no table. */
export default async function* parseCsv({ bytes }: { bytes: Uint8Array }): AsyncGenerator<NumberedRow[]> {
  const text = textOf(bytes);
  if (text.includes('\0')) throw unreadable('This is not a CSV file. Save your spreadsheet as CSV first.');
  const delimiter = delimiterOf(text.replace(/^\uFEFF?[\r\n]*/, '').slice(0, LONGEST_ROW));
  const parser = Readable.from([text]).pipe(
    parse({
      bom: true,
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      trim: true,
      max_record_size: LONGEST_ROW,
      skip_empty_lines: true,
      info: true,
    }),
  );
  let rows: NumberedRow[] = [];
  let count = 0;
  let cells = 0;
  let sent = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: InfoRecord }>) {
      if (record.every((cell) => cell === '')) continue;
      count += 1;
      if (count > mostImportRows + 1)
        throw unreadable(
          `Files can have up to ${mostImportRows.toLocaleString('en')} rows. Split this one into several.`,
        );
      if (record.length > mostImportColumns) throw unreadable(`Files can have up to ${mostImportColumns} columns.`);
      cells += record.length;
      if (cells > MOST_CELLS) throw unreadable('This file has too many cells. Delete columns you do not need.');
      rows.push({ number: info.records + info.empty_lines, cells: record });
      if (cells - sent < CELLS_AT_ONCE) continue;
      yield rows;
      rows = [];
      sent = cells;
    }
  } catch (error) {
    const { code = '' } = error as CsvError;
    if (!code.startsWith('CSV_') && !(code in reasons)) throw error;
    throw unreadable(sentenceOf(error as CsvError, text, delimiter));
  }
  yield rows;
}
