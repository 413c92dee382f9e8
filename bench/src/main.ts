/** `npm run bench`: how fast the product is, told beside the least it could cost. docs/bench.md explains the figures. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '@spotter/server/platform/db/connect.ts';
import { startEmbeddedPostgres } from '@spotter/server/platform/db/embedded.ts';
import { migrate } from '@spotter/server/platform/db/migrate.ts';
import { preparedReads } from '@spotter/server/platform/db/statement.ts';
import { createLogger } from '@spotter/server/platform/log.ts';
import { buildWeb } from '../../scripts/web-build.ts';
import { afterwards, cleanUp, cleanUpOnSignals, isCleaningUp } from './cleanup.ts';
import { fill } from './fill.ts';
import { measureScripts } from './javascript.ts';
import { signedInPeople } from './people.ts';
import { residentMegabytes } from './process-figures.ts';
import { measureReads } from './reads.ts';
import { type Results, report } from './report.ts';
import { compileCache, startServer } from './server-process.ts';
import { load, partsAskedFor } from './settings.ts';
import { measureStart } from './start-times.ts';

/** Idle means idle: longer than the half minute after which the server gives back memory. */
const settle = () => sleep(35_000);

async function filledDatabase(folder: string): Promise<string> {
  const starting = startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: createLogger('warn') });
  afterwards(async () => (await starting.catch(() => null))?.stop());
  const { url } = await starting;
  const connection = connect(url, { max: 2, onError: () => {} });
  await migrate(connection.pool);
  await fill(connection.pool);
  await connection.close();
  return url;
}

async function measureRunning(folder: string, parts: ReadonlySet<string>): Promise<Results> {
  console.log('Filling a database…');
  const databaseUrl = await filledDatabase(folder);
  const secret = randomBytes(32).toString('hex');
  const connection = connect(databaseUrl, { max: 2, onError: () => {} });
  const people = await signedInPeople(connection.pool, preparedReads(connection.pool), secret, load.callers);
  await connection.close();

  const server = await startServer({
    DATABASE_URL: databaseUrl,
    DATABASE_POOL: String(load.pool),
    TOKEN_SECRET: secret,
    DATA_DIR: join(folder, 'server'),
    ...compileCache(folder),
  });
  await settle();
  const results: Results = {};
  const started = residentMegabytes(server.pid);
  if (parts.has('reads')) {
    console.log('Measuring hot reads…');
    results.reads = await measureReads(server, databaseUrl, people);
    await settle();
    results.memory = { started, afterLoad: residentMegabytes(server.pid) };
  }
  if (parts.has('javascript')) {
    console.log('Measuring what a browser receives…');
    results.scripts = await measureScripts(server.url, people[0]?.token ?? '');
  }
  return results;
}

async function main(): Promise<void> {
  const parts = partsAskedFor(process.argv.slice(2));
  const folder = mkdtempSync(join(tmpdir(), 'spotter-bench-'));
  afterwards(() => rmSync(folder, { recursive: true, force: true }));
  if (parts.has('javascript')) await buildWeb(console.log);
  const results: Results = {};
  if (parts.has('start')) {
    console.log('Measuring starts…');
    results.start = await measureStart(folder);
  }
  if (parts.has('reads') || parts.has('javascript')) Object.assign(results, await measureRunning(folder, parts));
  report(results);
}

cleanUpOnSignals();
try {
  await main();
} catch (error) {
  if (!isCleaningUp()) console.error(error);
  process.exitCode = 1;
}
await cleanUp();
process.exit();
