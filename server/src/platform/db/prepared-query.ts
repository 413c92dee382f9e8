/// <reference path="./pg-utils.d.ts" />
import pg from 'pg';
import utils from 'pg/lib/utils.js';

/** Without a name a statement is prepared for one use. */
export type Asked = { name?: string | undefined; text: string; values: unknown[] };
/** Sends something before a statement in the same packet; its answer is skipped. */
type Enter = (connection: pg.Connection) => void;
type Done = (error: Error | null, result: pg.QueryResult) => void;
type Field = { name: string; dataTypeID: number };
type Column = { name: string; parse(text: string): unknown };

/** The parts of pg's query and connection that its types leave out. */
declare class OpenQuery {
  constructor(asked: Asked, done: Done);
  readonly name: string | undefined;
  readonly text: string;
  readonly values: unknown[];
  readonly _result: { rows: object[]; addCommandComplete(message: unknown): void };
  _canceledDueToError: unknown;
  hasBeenParsed(connection: pg.Connection): boolean;
}
type OpenConnection = pg.Connection & { submittedNamedStatements: Record<string, string> };

const columnsOf = new WeakMap<pg.Connection, Map<string, Column[]>>();

/**
 * pg has PostgreSQL describe the columns with every execution. Those of a named statement never change, so here each
 * connection asks once.
 */
class PreparedQuery extends (pg.Query as unknown as typeof OpenQuery) {
  readonly #enter: Enter | undefined;
  #hasEntered: boolean;
  #known: Map<string, Column[]> | undefined;
  #columns: Column[] | undefined;

  constructor(asked: Asked, done: Done, enter?: Enter) {
    super(asked, done);
    this.#enter = enter;
    this.#hasEntered = !enter;
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
    this.#enter?.(connection);
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
    if (!this.#hasEntered || this._canceledDueToError) return;
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
    if (this.#hasEntered) {
      this._result.addCommandComplete(message);
      // A statement without rows has no description.
      if (!this.#columns) this.#keep([]);
    }
    this.#hasEntered = true;
  }

  #keep(columns: Column[]): void {
    this.#columns = columns;
    if (this.name) this.#known?.set(this.name, columns);
  }
}

/** Runs one statement with values. */
export async function ask<R extends pg.QueryResultRow>(
  client: pg.ClientBase,
  asked: Asked,
  enter?: Enter,
): Promise<pg.QueryResult<R>> {
  try {
    return await new Promise((resolve, reject) => {
      const done: Done = (error, result) => (error ? reject(error) : resolve(result));
      client.query(new PreparedQuery(asked, done, enter) as unknown as pg.Query);
    });
  } catch (error) {
    // Leads to the caller instead of the socket.
    Error.captureStackTrace(error as Error);
    throw error;
  }
}

/** The same on a connection of the pool; returns the rows. */
export async function query<R>(pool: pg.Pool, asked: Asked, enter?: Enter): Promise<R[]> {
  const client = await pool.connect();
  try {
    const { rows } = await ask<R & pg.QueryResultRow>(client, asked, enter);
    client.release();
    return rows;
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}
