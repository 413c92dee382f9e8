import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#platform/db/embedded/embedded.ts';
import { migrate } from '#platform/db/migrate.ts';
import { installJobs } from '#platform/jobs/runner.ts';

const log = pino({ level: 'warn' }, pino.destination(2));
const templateDatabase = 'spotter_template';

const settings = {
  max_connections: '200',
  // Databases live for seconds: nothing to vacuum, and nothing to wait for at a commit.
  autovacuum: 'off',
  synchronous_commit: 'off',
  // Tests open thousands of connections, and proving the password took most of each.
  scram_iterations: '1',
  // Creating and dropping a database searches all of this memory, and nothing reads the log.
  shared_buffers: '128MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

/** Where the first project that needed a database left its address for the others of the run. */
const addressVariable = 'SPOTTER_TEST_DATABASE';

/** One PostgreSQL for the whole run, with a migrated database that every test file clones. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  project.provide('templateDatabase', templateDatabase);
  const running = process.env[addressVariable];
  if (running) {
    project.provide('databaseUrl', running);
    return undefined;
  }
  const folder = join(tmpdir(), `spotter-test-database-${process.pid}`);
  const database = await startEmbeddedPostgres({
    dataDir: folder,
    log,
    durable: false,
    settings,
  });
  const stop = async () => {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await makeTemplate(database.url);
  } catch (error) {
    await stop();
    throw error;
  }
  process.env[addressVariable] = database.url;
  project.provide('databaseUrl', database.url);
  return stop;
}

async function makeTemplate(databaseUrl: string): Promise<void> {
  const url = new URL(databaseUrl);
  const admin = new pg.Pool({ connectionString: url.href });
  await admin.query(`create database ${templateDatabase}`);
  await admin.end();
  url.pathname = `/${templateDatabase}`;
  const template = new pg.Pool({ connectionString: url.href });
  await migrate(template);
  await template.end();
  await installJobs(url.href, log);
}
