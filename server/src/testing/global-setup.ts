import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import type { TestProject } from 'vitest/node';
import { connect } from '#platform/db/connect.ts';
import { startEmbeddedPostgres } from '#platform/db/embedded/embedded.ts';
import { migrate } from '#platform/db/migrate.ts';
import { installJobs } from '#platform/jobs/runner.ts';
import { hashCheaply } from '#platform/logins/passwords.ts';
import { type Cast, seedCast, templates } from './cast.ts';

const log = pino({ level: 'warn' }, pino.destination(2));

const settings = {
  max_connections: '200',
  // Databases live for seconds: nothing to vacuum, and nothing to wait for at a commit.
  autovacuum: 'off',
  synchronous_commit: 'off',
  // Tests open thousands of connections, and proving the password took most of each.
  scram_iterations: '1',
  // Creating and dropping a database searches all of this memory, and nothing reads the log.
  shared_buffers: '128MB',
  // Tests make a call a few times: planning its statements anew for each took a quarter of PostgreSQL's time.
  plan_cache_mode: 'force_generic_plan',
  max_parallel_workers_per_gather: '0',
  update_process_title: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

/** Where the first project that needed a database left its address, the cast's ids and a folder for the others of the run. */
const sharedVariable = 'SPOTTER_TEST_DATABASE';
type Shared = { databaseUrl: string; cast: Cast; recordings: string };

/** One PostgreSQL for the whole run, with the migrated databases that test files clone: one empty, one with the cast. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const provide = ({ databaseUrl, cast, recordings }: Shared) => {
    project.provide('databaseUrl', databaseUrl);
    project.provide('cast', cast);
    project.provide('recordings', recordings);
  };
  const running = process.env[sharedVariable];
  if (running) {
    provide(JSON.parse(running));
    return undefined;
  }
  const folder = join(tmpdir(), `spotter-test-database-${process.pid}`);
  const database = await startEmbeddedPostgres({
    dataDir: folder,
    log,
    durable: false,
    settings,
  });
  const recordings = mkdtempSync(join(tmpdir(), 'spotter-test-recordings-'));
  const stop = async () => {
    await database.stop();
    for (const left of [folder, recordings]) rmSync(left, { recursive: true, force: true });
  };
  try {
    const shared = { databaseUrl: database.url, cast: await makeTemplates(database.url), recordings };
    process.env[sharedVariable] = JSON.stringify(shared);
    provide(shared);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

async function makeTemplates(databaseUrl: string): Promise<Cast> {
  const admin = new pg.Pool({ connectionString: databaseUrl });
  const addressOf = (name: string) => Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).href;

  await admin.query(`create database ${templates.empty}`);
  const empty = new pg.Pool({ connectionString: addressOf(templates.empty) });
  await migrate(empty);
  await empty.end();
  await installJobs(addressOf(templates.empty), log);

  await admin.query(`create database ${templates.cast} template ${templates.empty} strategy file_copy`);
  await admin.end();
  hashCheaply();
  const connection = connect(addressOf(templates.cast), { max: 1, onError: () => {} });
  const cast = await seedCast(connection.db);
  await connection.close();
  return cast;
}
