import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { fail } from './errors.ts';

/** `/readyz`: the process can serve: the database is reachable and the schema is current. */
export function registerReadiness(
  app: FastifyInstance,
  parts: { pool: pg.Pool; schemaCurrent(pool: pg.Pool): Promise<boolean>; stopping(): boolean },
) {
  app.get('/readyz', async () => {
    if (parts.stopping()) throw fail('unavailable', { error: 'The server is stopping.' });
    if (!(await parts.schemaCurrent(parts.pool)))
      throw fail('unavailable', { error: 'The database schema is not current.' });
    return { status: 'ready' };
  });
}
