import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../pool.ts';
import type { Account } from './account.ts';

export type Passwords = { admin: string; app: string };

const adminRole = 'spotter_admin';
const appRole = 'spotter';
const tenantRole = 'spotter_tenant';

export function databaseUrl(role: 'admin' | 'app', passwords: Passwords, port: number, database = appRole): string {
  return `postgres://${role === 'admin' ? adminRole : appRole}:${passwords[role]}@127.0.0.1:${port}/${database}`;
}

/** Created once per data folder, before the database that needs them. */
export function loadPasswords(dataDir: string, cluster: string): Passwords {
  const path = join(dataDir, 'passwords.json');
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8'));
  if (existsSync(cluster)) {
    throw new Error(`${path} is missing, and the database beside it can't be opened without it. Restore it.`);
  }
  const passwords = { admin: randomBytes(24).toString('base64url'), app: randomBytes(24).toString('base64url') };
  writeFileSync(`${path}.new`, JSON.stringify(passwords), { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
  return passwords;
}

/** Builds the database in a sibling folder and moves it when it is complete, so a crash leaves no partial one. */
export async function createCluster(options: {
  dataDir: string;
  cluster: string;
  binaries: string;
  account: Account;
  passwords: Passwords;
  durable: boolean;
}): Promise<void> {
  const { dataDir, account } = options;
  const unfinished = `${options.cluster}.new`;
  const passwordFile = join(dataDir, 'initdb-password');
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(passwordFile, options.passwords.admin, { mode: 0o600 });
  if (account.owner) {
    chownSync(unfinished, account.owner.uid, account.owner.gid);
    chownSync(passwordFile, account.owner.uid, account.owner.gid);
  }
  try {
    await run(account, join(options.binaries, 'bin', 'initdb'), [
      ...['-D', unfinished, '-U', adminRole, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'],
      // The built-in locale is the same on every machine, whatever the system has installed.
      ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...['--no-instructions', ...(options.durable ? [] : ['--no-sync'])],
    ]);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(unfinished, options.cluster);
}

async function run(account: Account, program: string, programArgs: string[]): Promise<void> {
  const [command = program, ...args] = [...account.prefix, program, ...programArgs];
  const child = spawn(command, args, { ...account.ids, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk;
  });
  const code = await new Promise<number | null>((done, failed) => {
    child.on('error', failed);
    child.on('close', done);
  });
  if (code !== 0) throw new Error(`The database could not be made: ${complaint.trim() || `initdb ended with ${code}`}`);
}

/** The application's role owns its database and nothing else; only a test's role may create more. */
export async function ensureDatabase(passwords: Passwords, port: number, durable: boolean): Promise<void> {
  const client = createClient({ connectionString: databaseUrl('admin', passwords, port, 'postgres') });
  await client.connect();
  try {
    const found = await client.query<{ role: boolean; tenant: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as role,
              exists (select from pg_roles where rolname = $2) as tenant,
              exists (select from pg_database where datname = $1) as database`,
      [appRole, tenantRole],
    );
    if (!found.rows[0]?.role) {
      const password = client.escapeLiteral(passwords.app);
      await client.query(`create role ${appRole} login ${durable ? '' : 'createdb'} password ${password}`);
    }
    if (!found.rows[0]?.tenant) {
      await client.query(`create role ${tenantRole} nologin`);
      await client.query(`grant ${tenantRole} to ${appRole}`);
    }
    if (!found.rows[0]?.database) await client.query(`create database ${appRole} owner ${appRole}`);
  } finally {
    await client.end();
  }
}

/** Sized for this machine, whose memory the application and the file cache need too. */
export function settingsFor(port: number, durable: boolean, more: Record<string, string>): Record<string, string> {
  const megabytes = Math.floor(Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2 ** 20);
  const between = (least: number, value: number, most: number) =>
    `${Math.round(Math.min(most, Math.max(least, value)))}MB`;
  return {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: between(32, megabytes / 8, 2048),
    effective_cache_size: between(128, megabytes / 2, 65_536),
    maintenance_work_mem: between(16, megabytes / 64, 256),
    work_mem: between(4, megabytes / 512, 16),
    max_worker_processes: String(Math.max(4, availableParallelism())),
    random_page_cost: '1.1',
    jit: 'off',
    max_wal_size: '512MB',
    checkpoint_timeout: '15min',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // Otherwise PostgreSQL opens every file of the database after a crash before it serves again.
    ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
    // The application reports statement errors; PostgreSQL's log would contain the statement and the row.
    log_min_messages: 'log',
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
    ...more,
  };
}
