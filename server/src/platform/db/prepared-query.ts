/// <reference path="./pg-utils.d.ts" />
import pg from 'pg';
import utils from 'pg/lib/utils.js';
import type { Mark } from './position.ts';

/** Without a name a statement is prepared for one use. */
export type PreparedRequest = { name?: string | undefined; text: string; values: unknown[] };
/** A statement before another one in the same packet. Its rows go to `heard`. */
export type Before = {
  send(connection: pg.Connection): void;
  heard?(fields: readonly (string | null)[]): void;
};
/** What goes out with a statement: some before it, and the question how new its answer is. */
export type Around = { before?: readonly Before[]; mark?: Mark | undefined };
type Done = (error: Error | null, result: pg.QueryResult) => void;
type Field = { name: string; dataTypeID: number };
type Column = { name: string; parse(text: string): unknown };

/** The parts of pg's query and connection that its types leave out. */
declare class OpenQuery {
  constructor(asked: PreparedRequest, done: Done);
  readonly name: string | undefined;
  readonly text: string;
  readonly values: unknown[];
  readonly _result: { rows: object[]; addCommandComplete(message: unknown): void };
  _canceledDueToError: unknown;
  hasBeenParsed(connection: pg.Connection): boolean;
}
type OpenConnection = pg.Connection & { submittedNamedStatements: Record<string, string> };

const NONE: readonly Before[] = [];
const columnsOf = new WeakMap<pg.Connection, Map<string, Column[]>>();

/**
 * pg has PostgreSQL describe the columns with every execution. Those of a named statement never change, so here each
 * connection asks once.
 */
class PreparedQuery extends (pg.Query as unknown as typeof OpenQuery) {
  /** Those whose answers are still to come. */
  #before: readonly Before[];
  #known: Map<string, Column[]> | undefined;
  #columns: Column[] | undefined;

  constructor(asked: PreparedRequest, done: Done, before: readonly Before[]) {
    super(asked, done);
    this.#before = before;
  }

  /** Whether pg calls `prepare`; otherwise it would send the text alone. */
  requiresPreparation(): boolean {
    return true;
  }

  /** Called by pg, which sends all of it in one packet. */
  prepare(connection: OpenConnection): void {
    const { name = '', text } = this;
    // A value that can't be written fails before anything is sent.
    const values = this.values.map(utils.prepareValue);
    for (const { send } of this.#before) send(connection);
    if (!this.hasBeenParsed(connection)) {
      connection.parse({ name, text, types: [] }, true);
      if (name) connection.submittedNamedStatements[name] = text;
    }
    this.#known = columnsOf.get(connection);
    if (!this.#known) {
      this.#known = new Map();
      columnsOf.set(connection, this.#known);
    }
    this.#columns = this.#known.get(name);
    if (!this.#columns) connection.describe({ type: 'S', name }, true);
    connection.bind({ statement: name, values }, true);
    connection.execute({ portal: '' }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#keep(fields.map(({ name, dataTypeID }) => ({ name, parse: pg.types.getTypeParser(dataTypeID, 'text') })));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const [before] = this.#before;
    before?.heard?.(fields);
    if (before || this._canceledDueToError) return;
    const columns = this.#columns ?? [];
    const row: Record<string, unknown> = {};
    try {
      for (let index = 0; index < columns.length; index += 1) {
        const { name, parse } = columns[index]!;
        const text = fields[index] ?? null;
        row[name] = text === null ? null : parse(text);
      }
      this._result.rows.push(row);
    } catch (error) {
      this._canceledDueToError = error;
    }
  }

  handleCommandComplete(message: unknown): void {
    if (this.#before.length > 0) {
      this.#before = this.#before.slice(1);
      return;
    }
    this._result.addCommandComplete(message);
    // A statement without rows has no description.
    if (!this.#columns) this.#keep([]);
  }

  #keep(columns: Column[]): void {
    this.#columns = columns;
    if (this.name) this.#known?.set(this.name, columns);
  }
}

/** Runs one statement with values. */
export async function ask<R extends pg.QueryResultRow>(
  client: pg.ClientBase,
  asked: PreparedRequest,
  before: readonly Before[] = NONE,
): Promise<pg.QueryResult<R>> {
  try {
    return await new Promise((resolve, reject) => {
      const done: Done = (error, result) => (error ? reject(error) : resolve(result));
      client.query(new PreparedQuery(asked, done, before) as unknown as pg.Query);
    });
  } catch (error) {
    // Leads to the caller instead of the socket.
    Error.captureStackTrace(error as Error);
    throw error;
  }
}

/** The same on a connection of the pool; returns the rows. */
export async function query<R>(pool: pg.Pool, asked: PreparedRequest, { before, mark }: Around = {}): Promise<R[]> {
  const client = await pool.connect();
  try {
    if (mark) holdPacket(client);
    const answer = ask<R & pg.QueryResultRow>(client, asked, before);
    const { rows } = mark ? (await Promise.all([answer, mark(client)]))[0] : await answer;
    client.release();
    return rows;
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}

/** What is sent in this turn of the event loop goes out in one packet. */
function holdPacket({ connection: { stream } }: pg.PoolClient): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Sends a statement that each connection prepares once. */
export function prepareOnce(name: string, text: string): (connection: pg.Connection, values: string[]) => void {
  const prepared = new WeakSet<pg.Connection>();
  return (connection, values) => {
    if (!prepared.has(connection)) connection.parse({ name, text, types: [] }, true);
    prepared.add(connection);
    connection.bind({ statement: name, values }, true);
    connection.execute({ portal: '' }, true);
  };
}
