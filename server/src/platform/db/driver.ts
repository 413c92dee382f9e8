import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';
import { PipelinedClient, type PipelineOptions } from './pipelined-client.ts';

type Sent = Pick<pg.QueryResult, 'rows' | 'command' | 'rowCount'>;

class PipelinedConnection implements DatabaseConnection {
  readonly client: PipelinedClient;
  constructor(client: PipelinedClient) {
    this.client = client;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, command, rowCount }: Sent = await this.client.query(sql, parameters);
    const isWrite = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE';
    return { rows: rows ?? [], ...(isWrite && { numAffectedRows: BigInt(rowCount ?? 0) }) };
  }

  streamQuery(): never {
    throw new Error('Rows are not streamed.');
  }
}

/** The query builder's driver: like its own for PostgreSQL, on pipelined connections. */
class PipeliningDriver implements Driver {
  readonly #pool: pg.Pool;
  readonly #options: PipelineOptions;
  readonly #connections = new WeakMap<pg.PoolClient, PipelinedConnection>();

  constructor({ pool, ...options }: { pool: pg.Pool } & PipelineOptions) {
    this.#pool = pool;
    this.#options = options;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PipelinedConnection> {
    const client = await this.#pool.connect();
    let connection = this.#connections.get(client);
    if (!connection) {
      connection = new PipelinedConnection(new PipelinedClient(client, this.#options));
      this.#connections.set(client, connection);
    }
    return connection;
  }

  async beginTransaction({ client }: PipelinedConnection): Promise<void> {
    client.begin();
  }

  commitTransaction({ client }: PipelinedConnection): Promise<void> {
    return client.commit();
  }

  rollbackTransaction({ client }: PipelinedConnection): Promise<void> {
    return client.rollback();
  }

  async releaseConnection({ client }: PipelinedConnection): Promise<void> {
    client.release();
  }

  destroy(): Promise<void> {
    return this.#pool.end();
  }
}

export const pipeliningDialect = (settings: { pool: pg.Pool } & PipelineOptions): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new PipeliningDriver(settings),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
});

const clients = new WeakMap<object, PipelinedClient | 'closed'>();

/**
 * Lets `run` and `send` use a transaction's connection directly until the work is done. A statement sent after the
 * commit or rollback would take effect on its own.
 */
export async function withPipeline<D, T>(tx: Kysely<D>, work: () => Promise<T>): Promise<T> {
  await tx.getExecutor().provideConnection(async (connection) => {
    clients.set(tx, (connection as PipelinedConnection).client);
  });
  try {
    return await work();
  } finally {
    clients.set(tx, 'closed');
  }
}

export function pipelineOf<D>(tx: Kysely<D>): PipelinedClient | undefined {
  const client = clients.get(tx);
  if (client === 'closed') throw new Error('The transaction is over.');
  return client;
}
