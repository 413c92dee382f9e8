import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { chooseAccount } from './account.ts';
import { findPostgresBinaries } from './binaries.ts';
import { createCluster, databaseUrl, ensureDatabase, loadPasswords, settingsFor } from './cluster.ts';
import { claimDataFolder } from './owner.ts';
import { findProcess, readPidFile, serves } from './processes.ts';
import { endPostgres, launchOnFreePort, launchPostgres, sendSignal, takeOverOrphan } from './server.ts';

type Options = {
  /** Holds the database, its passwords and its log; created when missing. */
  dataDir: string;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** PostgreSQL settings that extend or override those chosen for the machine. */
  settings?: Record<string, string>;
  /**
   * False for tests: data may be lost in a power cut, the application's role may create databases, and the database
   * ends with this process.
   */
  durable?: boolean;
};

export type EmbeddedPostgres = {
  /** For the application: a role that owns its database and is no superuser. */
  url: string;
  adminUrl: string;
  port: number;
  stop(): Promise<void>;
};

const longestPause = 5_000;

/** The address of the database that already serves a data folder; null if none does. */
export function findRunningPostgres(dataDir: string): string | null {
  if (!existsSync(dataDir)) return null;
  const cluster = join(realpathSync(dataDir), 'cluster');
  const found = readPidFile(cluster);
  const running = found?.ready ? findProcess(found.pid) : null;
  if (!found || !running || !serves(running, cluster)) return null;
  return databaseUrl('app', loadPasswords(dataDir, cluster), found.port);
}

/**
 * Runs the PostgreSQL from npm on our data folder and keeps it running: restarts it on the same port if it dies, and
 * takes over one left by a killed server.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  mkdirSync(options.dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const dataDir = realpathSync(options.dataDir);
  const claim = await claimDataFolder(dataDir, options.log);
  try {
    return await start({ ...options, dataDir }, claim.release);
  } catch (error) {
    claim.release();
    throw error;
  }
}

async function start(options: Options, release: () => void): Promise<EmbeddedPostgres> {
  const { dataDir, log, settings = {}, durable = true } = options;
  const cluster = join(dataDir, 'cluster');
  const binaries = await findPostgresBinaries(dataDir);
  const passwords = loadPasswords(dataDir, cluster);
  const account = chooseAccount(cluster, binaries);
  if (!existsSync(cluster)) await createCluster({ dataDir, cluster, binaries, account, passwords, durable });

  const stopped = new AbortController();
  const { signal } = stopped;
  const launch = (port: number) =>
    launchPostgres({ dataDir, cluster, binaries, account, signal, settings: settingsFor(port, durable, settings) });
  let server = (await takeOverOrphan(cluster, log)) ?? (await launchOnFreePort(launch));
  const { port } = server;
  const endWithProcess = () => sendSignal(server.process, 'SIGQUIT');
  if (!durable) process.once('exit', endWithProcess);
  await ensureDatabase(passwords, port, durable);

  async function startAgain(): Promise<void> {
    log.error({ port }, 'the database ended unexpectedly; starting it again');
    for (let pause = 50; !signal.aborted; pause = Math.min(pause * 1.5, longestPause)) {
      try {
        await sleep(pause, undefined, { signal });
        server = await launch(port);
        log.info({ port }, 'the database is back');
        return supervise();
      } catch (error) {
        if (!signal.aborted) log.error({ err: error }, 'the database did not start');
      }
    }
  }
  let restarting = Promise.resolve();
  function supervise(): void {
    server.ended.then(() => {
      if (!signal.aborted) restarting = startAgain();
    });
  }
  supervise();

  return {
    url: databaseUrl('app', passwords, port),
    adminUrl: databaseUrl('admin', passwords, port),
    port,
    async stop() {
      if (signal.aborted) return;
      stopped.abort();
      await restarting;
      await endPostgres(server.process, log);
      process.removeListener('exit', endWithProcess);
      release();
    },
  };
}
