import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '#platform/db/pool.ts';
import { openDatabaseProxy } from './databases/database-proxy.ts';
import { freePort } from './pgbouncer.ts';

const installed = '/usr/lib/postgresql';
const programs = (existsSync(installed) ? readdirSync(installed) : [])
  .map((version) => join(installed, version, 'bin'))
  .findLast((folder) => existsSync(join(folder, 'pg_basebackup')));

/** The PostgreSQL from npm can't copy itself. */
export const replicationIsMissing = !programs && `A PostgreSQL with pg_basebackup is missing under ${installed}.`;

/** PostgreSQL refuses to run as root. */
const NOBODY = 65_534;
const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
const run = (program: string, ...args: string[]) =>
  promisify(execFile)(join(programs!, program), args, { ...account, cwd: tmpdir() });

/** A primary and an asynchronous standby, whose connection can be cut. */
export async function startReplicated() {
  const folder = mkdtempSync(join(tmpdir(), 'spotter-replicated-'));
  chmodSync(folder, 0o777);
  const [first, second] = [await freePort(), await freePort()];
  const urlOf = (port: number | string) => `postgres://spotter@127.0.0.1:${port}/postgres`;
  const running: ChildProcess[] = [];

  async function start(data: string, port: number): Promise<ChildProcess> {
    appendFileSync(
      join(data, 'postgresql.conf'),
      `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\nfsync = off\n`,
    );
    const child = spawn(join(programs!, 'postgres'), ['-D', data], { ...account, stdio: 'ignore' });
    running.push(child);
    await untilAnswered(urlOf(port));
    return child;
  }

  const primaryData = join(folder, 'primary');
  await run('initdb', '--auth=trust', '--no-sync', '--username=spotter', '-D', primaryData);
  const primary = await start(primaryData, first);
  const proxy = await openDatabaseProxy(urlOf(first));
  const standbyData = join(folder, 'standby');
  await run(
    'pg_basebackup',
    '--write-recovery-conf',
    '--checkpoint=fast',
    '--no-sync',
    '-D',
    standbyData,
    '-d',
    proxy.url,
  );
  await start(standbyData, second);
  return {
    /** Both, of which the one that takes writes is used. */
    url: `${urlOf(`${first},127.0.0.1:${second}`)}?target_session_attrs=read-write`,
    standbyUrl: urlOf(second),
    /** What is written from now on doesn't reach the standby. */
    holdBack: () => proxy.block(),
    /** The primary dies with what the standby doesn't have, and the standby takes over. */
    async failOver() {
      primary.kill('SIGKILL');
      await proxy.cut();
      const client = createClient({ connectionString: urlOf(second) });
      await client.connect();
      await client.query('select pg_promote()');
      await client.end();
    },
    async stop() {
      await Promise.all(
        running.map(async (child) => {
          if (child.exitCode !== null || child.signalCode !== null) return;
          const gone = once(child, 'exit');
          child.kill('SIGQUIT');
          await gone;
        }),
      );
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilAnswered(connectionString: string): Promise<void> {
  for (const deadline = Date.now() + 20_000; ; ) {
    const client = createClient({ connectionString });
    try {
      await client.connect();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    } finally {
      client.end().catch(() => {});
    }
  }
}
