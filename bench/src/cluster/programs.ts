import { spawnSync } from 'node:child_process';
import { accessSync, constants, readdirSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { delimiter, join } from 'node:path';

/** What the cluster is made of, by the names of Debian's packages. */
const packages = {
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  patroni: 'patroni',
  etcd: 'etcd-server',
  pgbackrest: 'pgbackrest',
};

export type Programs = Record<keyof typeof packages, string> & {
  /** Where PostgreSQL's own programs are. */
  postgres: string;
  /** Before 1.21 PgBouncer loses prepared statements between transactions, so it runs in session mode. */
  keepsStatements: boolean;
};

/** Finds every program, or throws one sentence that names the packages to install. */
export function findPrograms(): Programs {
  const found: Record<string, string> = {
    ...inPath(),
    ...(process.env.PGBOUNCER && { pgbouncer: process.env.PGBOUNCER }),
  };
  const postgres = newestPostgres();
  const missing = [
    ...Object.entries(packages).flatMap(([program, name]) => (found[program] ? [] : [name])),
    ...(postgres ? [] : ['postgresql']),
  ];
  if (missing.length > 0 || !postgres)
    throw new CannotRun(
      `The cluster runs on Debian's packages. Missing: ${missing.join(', ')}. Install them with: apt-get install ${missing.join(' ')}`,
    );
  const programs = found as Record<keyof typeof packages, string>;
  return { ...programs, postgres, keepsStatements: keepsStatements(programs.pgbouncer) };
}

/** A sentence for the reader says it all; a stack trace would not help. */
export class CannotRun extends Error {}

function inPath(): Record<string, string> {
  // An ordinary user's PATH lacks the folder of HAProxy and PgBouncer.
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  const places = Object.keys(packages).map((program) => [
    program,
    folders.map((folder) => join(folder, program)).find(isProgram),
  ]);
  return Object.fromEntries(places.filter(([, place]) => place));
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function newestPostgres(): string | undefined {
  const all = '/usr/lib/postgresql';
  const versions = isProgram(all)
    ? readdirSync(all)
        .map(Number)
        .sort((one, other) => other - one)
    : [];
  return versions.map((version) => `${all}/${version}/bin`).find((folder) => isProgram(join(folder, 'pg_rewind')));
}

function keepsStatements(pgbouncer: string): boolean {
  const said = spawnSync(pgbouncer, ['--version']).stdout?.toString() ?? '';
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(said) ?? [];
  return Number(major) > 1 || Number(minor) >= 21;
}

export type Account = { name: string; ids: { uid?: number; gid?: number } };

/** PostgreSQL and PgBouncer refuse to run as root; its package brings a user of its own. */
export function serviceAccount(): Account {
  if (process.getuid?.() !== 0) return { name: userInfo().username, ids: {} };
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('postgres:'));
  if (!line) throw new CannotRun('PostgreSQL refuses to run as root, and there is no user named postgres.');
  const [name = '', , uid, gid] = line.split(':');
  return { name, ids: { uid: Number(uid), gid: Number(gid) } };
}
