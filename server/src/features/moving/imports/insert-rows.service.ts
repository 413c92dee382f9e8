import { StoredText } from '@spotter/contract/api/primitives.ts';
import type { z } from 'zod';
import type { Db } from '#platform/db/connect.ts';
import type { MovedTable } from '../archive/archive-tables.format.ts';
import { actorColumns, fileColumns, hasOrganization, type TableFacts } from '../archive/catalog.repo.ts';
import { FileFault, type NumberedRow, type Row } from '../archive/rows.format.ts';
import { beginBatch, completeAll, insertAll, keepBatch, readMembersAmong, undoBatch } from './insert-rows.repo.ts';

const ROWS_AT_A_TIME = 1_000;
/** A row has up to a million characters, and a thousand of those fit neither the memory nor a statement. */
const CHARACTERS_AT_A_TIME = 4_000_000;

export type Target = { tx: Db; organizationId: string; photos: ReadonlySet<string> };

async function* batchesOf(rows: AsyncIterable<NumberedRow>): AsyncGenerator<NumberedRow[]> {
  let batch: NumberedRow[] = [];
  let characters = 0;
  for await (const row of rows) {
    batch.push(row);
    characters += row.length;
    if (batch.length < ROWS_AT_A_TIME && characters < CHARACTERS_AT_A_TIME) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Puts the rows of one file into their table and answers their number. Throws a `FileFault` that names a bad row. */
export async function insertRows(
  target: Target,
  moved: MovedTable,
  facts: TableFacts,
  rows: AsyncIterable<NumberedRow>,
): Promise<number> {
  let count = 0;
  for await (const batch of batchesOf(checked(moved, facts, rows, target.photos))) {
    await refuseStrangers(target, moved, facts, batch);
    await locatingFaults(target, { moved, facts }, batch, insertAll);
    count += batch.length;
  }
  return count;
}

/** Sets the columns that had to wait until all rows were in. */
export async function completeRows(
  target: Target,
  moved: MovedTable,
  facts: TableFacts,
  rows: AsyncIterable<NumberedRow>,
): Promise<void> {
  for await (const batch of batchesOf(checked(moved, facts, rows, target.photos)))
    await locatingFaults(target, { moved, facts }, batch, completeAll);
}

const isTime = (type = '') => /^(?:date|timestamp)/.test(type);
/** PostgreSQL also takes `infinity` and years before ours, with which nothing here can count. */
const plainTime = /^\d{4}-\d{2}-\d{2}(?:[T ][\d:.]+(?:Z|[+-][\d:]+)?)?$/;

const isText = (type = '') => /^(?:text|citext|jsonb?)/.test(type);
/** A text, or each text within a value, as the calls of the contract clean it. Throws what they refuse. */
function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return StoredText.parse(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cleaned(inner)]));
}

/** Rows with known columns only, JSON inside CSV cells parsed, texts cleaned, and the contract's rules kept. */
async function* checked(
  { file, columns, rules }: MovedTable,
  facts: TableFacts,
  rows: AsyncIterable<NumberedRow>,
  photos: ReadonlySet<string>,
): AsyncGenerator<NumberedRow> {
  const known = new Set(columns);
  const nested = columns.filter((name) => /^jsonb?$/.test(facts.types[name] ?? ''));
  const times = columns.filter((name) => isTime(facts.types[name]));
  const texts = columns.filter((name) => isText(facts.types[name]) && !(name in (rules?.shape ?? {})));
  const keys = fileColumns(facts);
  for await (const { row, values, length } of rows) {
    const strange = Object.keys(values).find((name) => !known.has(name));
    if (strange !== undefined)
      throw new FileFault(file, row, `${JSON.stringify(strange)} is not a column of this file.`);
    if (file.endsWith('.csv')) for (const name of nested) values[name] = parsed(file, row, name, values[name]);
    for (const name of keys)
      if (values[name] != null && !photos.has(String(values[name])))
        throw new FileFault(file, row, `${name} names a photo that isn't in this export.`);
    for (const name of times)
      if (values[name] != null && !plainTime.test(String(values[name])))
        throw new FileFault(file, row, `${name} is not a time.`);
    for (const name of texts.filter((one) => values[one] != null))
      values[name] = orFault(file, row, name, () => cleaned(values[name]));
    const { data, error } = rules?.safeParse(values) ?? {};
    const fault = error?.issues[0];
    if (fault) throw new FileFault(file, row, `${fault.path.join('.')}: ${fault.message}`);
    // Emails in lower case; a theme stays as it was written.
    const ruled = Object.entries(data ?? {}).filter(([, value]) => typeof value === 'string');
    yield { row, values: { ...values, ...Object.fromEntries(ruled) }, length };
  }
}

function orFault<T>(file: string, row: number, name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw new FileFault(file, row, "A value can't be read.");
    const [fault] = (error as z.ZodError).issues;
    throw new FileFault(file, row, `${name}: ${fault?.message}`);
  }
}

function parsed(file: string, row: number, name: string, cell: unknown): unknown {
  if (typeof cell !== 'string') return cell;
  try {
    return JSON.parse(cell);
  } catch {
    throw new FileFault(file, row, `${name} is not valid JSON.`);
  }
}

/**
 * The database lets some columns name any person of the installation: who wrote a note, whose preferences they are. An
 * export names its own members only.
 */
async function refuseStrangers(
  { tx, organizationId }: Target,
  moved: MovedTable,
  facts: TableFacts,
  batch: NumberedRow[],
) {
  const columns = hasOrganization(facts) ? actorColumns(facts) : ['user_id'].filter((name) => name in facts.types);
  for (const column of columns.filter((name) => moved.columns.includes(name))) {
    const ids = [...new Set(batch.map(({ values }) => values[column]).filter((id) => typeof id === 'string'))];
    if (ids.length === 0) continue;
    const members = await readMembersAmong(tx, organizationId, ids);
    const strange = batch.find(({ values }) => typeof values[column] === 'string' && !members.has(values[column]));
    if (strange) throw new FileFault(moved.file, strange.row, `${column} names a person who isn't in this export.`);
  }
}

/** All rows in one statement; if that fails, one by one, to name the row at fault. */
async function locatingFaults(
  { tx, organizationId }: Target,
  { moved, facts }: { moved: MovedTable; facts: TableFacts },
  batch: NumberedRow[],
  write: typeof insertAll,
): Promise<void> {
  const work = (rows: Row[]) => write(tx, { organizationId, moved, facts }, rows);
  await beginBatch(tx);
  try {
    await work(batch.map(({ values }) => values));
  } catch (error) {
    if (faultOf(error, facts) === null) throw error;
    await undoBatch(tx);
    for (const { row, values } of batch) {
      try {
        await work([values]);
      } catch (cause) {
        const fault = faultOf(cause, facts);
        throw fault ? new FileFault(moved.file, row, fault.message, { isConflict: fault.isConflict, cause }) : cause;
      }
    }
  }
  await keepBatch(tx);
}

type DatabaseError = { code?: string; constraint?: string; column?: string; table?: string };

/** What the database has against a row, in words; null for an error that isn't the row's. */
function faultOf(error: unknown, { foreignKeys }: TableFacts): { message: string; isConflict: boolean } | null {
  const { code = '', constraint = '', column, table = '' } = error as DatabaseError;
  const fault = (message: string) => ({ message, isConflict: code === '23505' });
  const subject = constraint.replace(`${table}_`, '').replace(/_(check\d*|key)$/, '');
  if (constraint === 'users_email')
    return fault('An account with this email already exists, or is in this file twice.');
  if (code === '23505') return fault(`It already exists here, or is in this file twice (${subject}).`);
  if (code === '23503') {
    // Inside the walls the database doesn't say which value.
    const named = foreignKeys.find(({ name }) => name === constraint)?.columns ?? [];
    return fault(
      `${named.filter((name) => name !== 'organization_id').join(', ')} names something that isn't in this export.`,
    );
  }
  if (code === '42501') return fault('It belongs to another organization.');
  if (code === '23502') return fault(`${column} is missing.`);
  if (code === '23514') return fault(`A value is not allowed (${subject.replaceAll('_', ' ')}).`);
  // A value that is nested too deeply fails here or in the database.
  return /^(?:22|54)/.test(code) || error instanceof RangeError ? fault("A value can't be read.") : null;
}
