import { startEmbeddedPostgres } from '@spotter/server/platform/db/embedded/embedded.ts';
import { createLogger } from '@spotter/server/platform/log.ts';
import { afterwards } from './cleanup.ts';

/** Our own PostgreSQL, durable as in production. */
export async function startDatabase(dataDir: string): Promise<string> {
  const starting = startEmbeddedPostgres({ dataDir, log: createLogger('warn') });
  afterwards(async () => (await starting.catch(() => null))?.stop());
  return (await starting).url;
}
