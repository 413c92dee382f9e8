import { setImmediate } from 'node:timers/promises';
import { plainCell } from '@spotter/contract/csv.ts';
import type { z } from 'zod';
import type { DateOrder } from './columns.format.ts';
import type { CsvFile } from './csv-file.format.ts';
import { orderOf } from './dates.format.ts';

export type RowError = { row: number; column: string | null; message: string };

export type Gym = { id: string; name: string; timezone: string };

/** What an import reads its rows with. */
export type Table = CsvFile & {
  mapping: readonly (string | null)[];
  dateOrder: DateOrder;
  /** The gyms the caller manages. */
  gyms: readonly Gym[];
  /** For rows without a location. */
  defaultGymId: string | null;
};

/** The header of a field's column. */
export const columnOf = ({ header, mapping }: Pick<Table, 'header' | 'mapping'>, field: string): string | null =>
  header[mapping.indexOf(field)] ?? null;

/** Which part of the file's dates is the day, if one of them says. */
export function orderIn({ rows, mapping }: Pick<Table, 'rows' | 'mapping'>): DateOrder | null {
  const columns = ['date', 'joined_on'].map((field) => mapping.indexOf(field)).filter((column) => column >= 0);
  return orderOf(rows.flatMap(({ cells }) => columns.map((column) => cells[column] ?? '')));
}

const ROWS_AT_ONCE = 100;

/** One row: its cells by field, and the errors found in it. */
export class Row {
  readonly number: number;
  readonly #cells: readonly string[];
  readonly #table: Table;
  readonly #errors: RowError[];

  constructor(table: Table, index: number, errors: RowError[]) {
    this.#table = table;
    const { number, cells } = table.rows[index]!;
    this.#cells = cells;
    this.#errors = errors;
    this.number = number;
  }

  get hasErrors(): boolean {
    return this.#errors.at(-1)?.row === this.number;
  }

  cell(field: string): string {
    const column = this.#table.mapping.indexOf(field);
    // A file may be one of our own exports.
    return column < 0 ? '' : plainCell(this.#cells[column] ?? '').trim();
  }

  /** The header of a field's column. */
  header(field: string): string | null {
    return columnOf(this.#table, field);
  }

  fail(field: string, message: string): null {
    this.#errors.push({ row: this.number, column: this.header(field), message });
    return null;
  }

  /** The cell by the contract's rules; null after its sentence was noted. */
  read<T>(field: string, schema: z.ZodType<T>): T | null {
    return this.judge(field, this.cell(field), schema);
  }

  /** A part of the field's cell, in the same way. */
  judge<T>(field: string, part: string, schema: z.ZodType<T>): T | null {
    const { data, error } = schema.safeParse(part);
    return error ? this.fail(field, error.issues[0]?.message ?? 'This is not in the right form') : (data ?? null);
  }

  /** The named gym, or the one for rows without a name; null if there is none or it isn't known. */
  gym(): Gym | null {
    const { gyms, defaultGymId } = this.#table;
    const name = this.cell('location');
    if (name === '') return gyms.find(({ id }) => id === defaultGymId) ?? null;
    const wanted = name.toLowerCase();
    const exact = gyms.find((gym) => gym.name.toLowerCase() === wanted);
    if (exact) return exact;
    // Other programs often leave the brand out of a location's name.
    const near = gyms.filter((gym) => gym.name.toLowerCase().includes(wanted));
    if (near.length === 1) return near[0]!;
    return this.fail('location', `You manage no location named ${name}`);
  }
}

const STORED_AT_ONCE = 1000;

/** In one statement a large file would exceed the time that a statement may take. */
export function* partsOf<T>(all: readonly T[]) {
  for (let start = 0; start < all.length; start += STORED_AT_ONCE) yield all.slice(start, start + STORED_AT_ONCE);
}

/** Reads every row; other requests have their turn in between. */
export async function eachRow(table: Table, errors: RowError[], read: (row: Row) => void): Promise<void> {
  for (const index of table.rows.keys()) {
    if (index > 0 && index % ROWS_AT_ONCE === 0) await setImmediate();
    read(new Row(table, index, errors));
  }
}

const yes = new Set([
  'yes',
  'y',
  'true',
  '1',
  'active',
  'attended',
  'signed in',
  'checked in',
  'completed',
  'present',
  'x',
  'current',
]);
const no = new Set([
  'no',
  'n',
  'false',
  '0',
  'inactive',
  'deactivated',
  'suspended',
  'terminated',
  'expired',
  'declined',
  'cancelled',
  'canceled',
  'no show',
  'noshow',
  'late cancel',
  'late cancelled',
  'late canceled',
  'missed',
  'absent',
  'former',
  'archived',
]);

/** `No-Show`, `no_show` and `No show` are the same. */
export const plainWord = (cell: string) =>
  cell
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .trim();

/** A yes or no as programs write it; undefined for words that are neither. */
export function readFlag(cell: string): boolean | undefined {
  const word = plainWord(cell);
  if (yes.has(word)) return true;
  return no.has(word) ? false : undefined;
}
