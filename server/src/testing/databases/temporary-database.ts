import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#platform/db/embedded/embedded.ts';
import { migrate } from '#platform/db/migrate.ts';

const silent = { info() {}, warn() {}, error() {} };

/** A migrated database that is dropped when `use` is done. */
export async function withTemporaryDatabase<T>(use: (url: string) => Promise<T>): Promise<T> {
  const dataDir = join(tmpdir(), `spotter-scripts-${process.pid}`);
  const database = await startEmbeddedPostgres({ dataDir, log: silent, durable: false });
  try {
    const pool = new pg.Pool({ connectionString: database.url });
    await migrate(pool);
    await pool.end();
    return await use(database.url);
  } finally {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
