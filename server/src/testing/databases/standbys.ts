import { execFile } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/db/embedded/embedded.ts';
import { readPidFile } from '#platform/db/embedded/processes.ts';
import { createClient } from '#platform/db/pool.ts';

const silent = { info() {}, warn() {}, error() {} };
const settings = { wal_level: 'replica', max_wal_senders: '10', wal_keep_size: '1GB', scram_iterations: '1' };

/**
 * A primary and its standbys, on the PostgreSQL from npm. That one can't copy itself while it runs, so the primary is filled, stopped,
 * copied and started again.
 */
export async function startWithStandbys(howMany: number, fill: (url: string) => Promise<unknown>) {
  const folder = mkdtempSync(join(tmpdir(), 'spotter-standbys-'));
  chmodSync(folder, 0o711);
  const running: EmbeddedPostgres[] = [];
  const start = async (dataDir: string) => {
    const database = await startEmbeddedPostgres({ dataDir, log: silent, durable: false, settings });
    running.unshift(database);
    return database;
  };
  async function stop() {
    for (const database of running) await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  try {
    const source = join(folder, 'primary');
    const filling = await start(source);
    await fill(filling.url);
    await filling.stop();
    running.length = 0;
    const copies = Array.from({ length: howMany }, (_, index) => join(folder, `standby-${index + 1}`));
    for (const copy of copies) await promisify(execFile)('cp', ['-a', source, copy]);
    const primary = await start(source);
    const standbys: EmbeddedPostgres[] = [];
    for (const copy of copies) {
      follow(join(copy, 'cluster'), primary.adminUrl);
      standbys.push(await start(copy));
    }
    const primaryPid = readPidFile(join(source, 'cluster'))?.pid ?? 0;
    return { primary, primaryPid, standbys, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function follow(cluster: string, primaryUrl: string): void {
  appendFileSync(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${primaryUrl}'\n`);
  writeFileSync(join(cluster, 'standby.signal'), '', { mode: 0o644 });
}

/** As an administrator, such as `select pg_wal_replay_pause()` on a standby. */
export async function runOn({ adminUrl }: EmbeddedPostgres, statement: string): Promise<unknown[]> {
  const client = createClient({ connectionString: adminUrl });
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}
