import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** `PGBOUNCER` names one that isn't installed: Debian 12 has 1.18, which keeps no prepared statements for its clients. */
const program = process.env.PGBOUNCER ?? 'pgbouncer';
const [, major = 0, minor = 0] =
  /PgBouncer (\d+)\.(\d+)/.exec(spawnSync(program, ['--version']).stdout?.toString() ?? '') ?? [];

export const pgBouncer = {
  isMissing: Number(major) === 0 && 'PgBouncer is missing: apt-get install pgbouncer, or name one in PGBOUNCER.',
  keepsNoStatements:
    Number(major) === 1 &&
    Number(minor) < 21 &&
    `PgBouncer ${major}.${minor} keeps no prepared statements; name a later one in PGBOUNCER.`,
};

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Puts PgBouncer before a database, with its defaults except for these settings. */
export async function startPgBouncer(databaseUrl: string, settings: Record<string, string | number>) {
  const { hostname, port, username, password } = new URL(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), 'spotter-pgbouncer-'));
  chmodSync(folder, 0o755);
  const listenPort = await freePort();
  const users = join(folder, 'users.txt');
  writeFileSync(users, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`);
  const own = {
    listen_addr: '127.0.0.1',
    listen_port: listenPort,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: users,
    // It refuses to run as root.
    ...(process.getuid?.() === 0 && { user: 'nobody' }),
    ...settings,
  };
  const lines = Object.entries(own).map(([name, value]) => `${name} = ${value}`);
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, `[databases]\n* = host=${hostname} port=${port}\n[pgbouncer]\n${lines.join('\n')}\n`);
  const child = spawn(program, ['--quiet', file], {
    stdio: ['ignore', 'ignore', process.env.PGBOUNCER_LOG ? 'inherit' : 'ignore'],
  });
  while (!(await answersAt(listenPort))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}.`);
    await sleep(20);
  }
  return {
    url: Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(listenPort) }).href,
    async stop() {
      const gone = child.exitCode === null ? once(child, 'exit') : null;
      child.kill('SIGINT');
      setTimeout(() => child.kill('SIGKILL'), 2_000).unref();
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const answersAt = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
