import { join } from 'node:path';
import { loadConfig } from '#platform/config.ts';
import { findRunningPostgres, startEmbeddedPostgres } from '#platform/db/embedded/embedded.ts';
import type { FileStore } from '#platform/file-store.ts';
import { openFiles } from '#platform/files/open-files.ts';
import { createLogger, type Logger } from '#platform/log.ts';

type Installation = { databaseUrl: string; files: FileStore; log: Logger };

/** The installation of these settings: its database, started if it isn't running, and its files. */
export async function withInstallation(work: (installation: Installation) => Promise<void>): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLogger('warn');
  const dataDir = join(config.DATA_DIR, 'postgres');
  const running = config.DATABASE_DIRECT_URL ?? config.DATABASE_URL ?? findRunningPostgres(dataDir);
  const embedded = running ? null : await startEmbeddedPostgres({ dataDir, log });
  try {
    await work({
      databaseUrl: running ?? embedded?.url ?? '',
      files: openFiles(config),
      log,
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    await embedded?.stop();
  }
}
