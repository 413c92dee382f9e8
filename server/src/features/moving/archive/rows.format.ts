import { Readable } from 'node:stream';
import { CSV_START, csvLine, plainCell } from '@spotter/contract/csv.ts';
import { type CsvError, parse } from 'csv-parse';
import { pipeThrough } from '#platform/archive/pipe-through.ts';

export type Row = Record<string, unknown>;

/** A file of the zip can't be used. The message is a sentence for people. */
export class FileFault extends Error {
  readonly file: string;
  /** As a spreadsheet numbers it. */
  readonly row: number | null;
  /** What it names is here already. */
  readonly isConflict: boolean;
  constructor(file: string, row: number | null, message: string, { isConflict = false, cause = null as unknown } = {}) {
    super(`${file}${row === null ? '' : `, row ${row}`}: ${message}`, { cause });
    this.file = file;
    this.row = row;
    this.isConflict = isConflict;
  }
}

/** A longer row would fill the memory; the largest we write, a report, has 64 KB. */
const LONGEST_ROW = 1024 * 1024;

type Cells = (string | null)[];

/** A table as CSV, from batches of cells. */
export async function* writeCsv(columns: readonly string[], batches: AsyncIterable<Cells[]>): AsyncGenerator<string> {
  yield CSV_START + csvLine(columns);
  for await (const batch of batches) yield batch.map(csvLine).join('');
}

/** A JSON list with one row a line, from batches of JSON texts. */
export async function* writeJson(batches: AsyncIterable<string[]>): AsyncGenerator<string> {
  let separator = '\n';
  yield '[';
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield separator + batch.join(',\n');
    separator = ',\n';
  }
  yield '\n]\n';
}

/** `length` is in characters. */
export type NumberedRow = { row: number; values: Row; length: number };

/** The rows of a file of the zip, with the numbers a spreadsheet gives them. */
export const readRows = (file: string, content: AsyncIterable<Buffer>): AsyncGenerator<NumberedRow> =>
  file.endsWith('.csv') ? readCsv(file, content) : readJson(file, content);

async function* readCsv(file: string, content: AsyncIterable<Buffer>): AsyncGenerator<NumberedRow> {
  const parser = pipeThrough<Cells>(
    Readable.from(content),
    parse({
      bom: true,
      max_record_size: LONGEST_ROW,
      // An unquoted empty cell has no value; a quoted one is an empty text.
      cast: (cell, { quoting }) => (cell === '' && !quoting ? null : plainCell(cell)),
    }),
  );
  let header: string[] | null = null;
  let row = 0;
  try {
    for await (const cells of parser) {
      row += 1;
      if (header) {
        const values = Object.fromEntries(header.map((name, index) => [name, cells[index] ?? null]));
        yield { row, values, length: cells.reduce((sum, cell) => sum + (cell?.length ?? 0), 0) };
      } else header = cells.map((name) => name ?? '');
    }
  } catch (error) {
    if (!(error as Partial<CsvError>).code?.startsWith('CSV_')) throw error;
    throw new FileFault(file, row + 1, 'This row is not valid CSV.', { cause: error });
  }
  if (!header) throw new FileFault(file, null, 'The file has no header.');
}

async function* readJson(file: string, content: AsyncIterable<Buffer>): AsyncGenerator<NumberedRow> {
  let row = 0;
  for await (const line of linesOf(file, content)) {
    if (line === '[' || line === ']' || line === '') continue;
    row += 1;
    yield { row, values: rowIn(file, row, line.replace(/,$/, '')), length: line.length };
  }
}

function rowIn(file: string, row: number, text: string): Row {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Row;
  } catch {
    // Answered below, like a value that is no object.
  }
  throw new FileFault(file, row, 'This row is not a JSON object on a line of its own.');
}

async function* linesOf(file: string, content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of content) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_ROW) throw new FileFault(file, null, 'A row is too long.');
    yield* lines;
  }
  yield rest;
}
