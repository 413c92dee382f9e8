import { mostImportRows } from '@spotter/contract/users/import-fields.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { task } from '#platform/offload/offload.ts';
import type parseCsv from './parse-csv.task.ts';
import { type NumberedRow, unreadable } from './parse-csv.task.ts';

export type CsvFile = { header: string[]; rows: NumberedRow[] };

const parseTask = task<typeof parseCsv>(new URL('./parse-csv.task.ts', import.meta.url));

/** Empty rows included, and the line breaks inside cells. A new organization can read as many in a day. */
const MOST_LINES = 1.5 * mostImportRows;

/** The lines of a file, before anything reads it: the price of reading it. Throws if there are too many. */
export function linesOf(bytes: Uint8Array): number {
  // Old spreadsheets end a line with a carriage return alone.
  return 1 + Math.max(countOf(bytes, '\n'), countOf(bytes, '\r'));
}

/** Native code looks for each sign, so that megabytes take a moment. */
function countOf({ buffer, byteOffset, byteLength }: Uint8Array, sign: string): number {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  let count = 0;
  for (let at = bytes.indexOf(sign); at !== -1; at = bytes.indexOf(sign, at + 1)) {
    count += 1;
    if (count >= MOST_LINES)
      throw unreadable(
        `Files can have up to ${MOST_LINES.toLocaleString('en')} lines. Delete empty rows, or split this one into several.`,
      );
  }
  return count;
}

/** The cells of a file, read in a process with limits. */
export async function readCsv(ctx: Pick<MemberCtx, 'offload'>, bytes: Uint8Array): Promise<CsvFile> {
  const parts = await ctx.offload(parseTask, { bytes }, unreadable('This file takes too long to read. Split it up.'));
  const [first, ...rows] = parts.flat();
  if (!first) throw unreadable('This file is empty.');
  if (rows.length === 0) throw unreadable('This file has a header but no rows.');
  return { header: first.cells, rows };
}
