import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { statementNameOf } from './statement.ts';

const PLAN_NO_LONGER_FITS = '0A000';

/**
 * A pool for the query builder on whose connections a statement is prepared: one with a name under that name, any other
 * from its second use on. Inside transactions the same ones come again and again, and parsing and planning a large one
 * takes longer than running it. Only so many texts are kept: lists have every length there is.
 */
export function preparing(pool: pg.Pool, mostTexts = 1_000): PostgresPool {
  const names = new Map<string, string>();
  const seenOnce = new Set<string>();
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();

  function nameOf(text: string): string | undefined {
    const known = statementNameOf(text) ?? names.get(text);
    if (known || names.size >= mostTexts) return known;
    if (!seenOnce.delete(text)) {
      if (seenOnce.size >= mostTexts) seenOnce.clear();
      seenOnce.add(text);
      return undefined;
    }
    const name = `built-${names.size}`;
    names.set(text, name);
    return name;
  }

  function wrap(client: pg.PoolClient): PostgresPoolClient {
    let isStale = false;
    async function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
      const name = values.length > 0 ? nameOf(text) : undefined;
      try {
        const asked = { text, values: values as unknown[], ...(name && { name }) };
        return (await client.query(asked)) as unknown as PostgresQueryResult<R>;
      } catch (error) {
        // A table changed under a prepared statement: a new connection prepares it again.
        if ((error as { code?: string }).code === PLAN_NO_LONGER_FITS) isStale = true;
        throw error;
      }
    }
    return { query: query as PostgresPoolClient['query'], release: () => client.release(isStale) };
  }

  return {
    async connect() {
      const client = await pool.connect();
      const wrapped = clients.get(client) ?? wrap(client);
      clients.set(client, wrapped);
      return wrapped;
    },
    end: () => pool.end(),
  };
}
