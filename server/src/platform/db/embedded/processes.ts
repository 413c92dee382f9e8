import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What tells a running process from a later one that was given the same number. */
export type RunningProcess = { pid: number; startedAt: string; command: string[] };

/** The process with this number, or null when there is none (or only its remains). */
export function findProcess(pid: number): RunningProcess | null {
  if (!Number.isInteger(pid) || pid <= 0) return null;
  if (process.platform === 'linux') return findLinuxProcess(pid);
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return null;
  }
  if (process.platform === 'win32') return { pid, startedAt: '', command: [] };
  try {
    const line = execFileSync('ps', ['-o', 'lstart=,command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return { pid, startedAt: line.slice(0, 24), command: line.slice(24).trim().split(' ') };
  } catch {
    return null;
  }
}

function findLinuxProcess(pid: number): RunningProcess | null {
  try {
    // The name in brackets may itself hold spaces and brackets; the fields begin after the last one.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return null;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean);
    return { pid, startedAt: `${boot}/${fields[19]}`, command };
  } catch {
    return null;
  }
}

export function stillRuns(known: { pid: number; startedAt: string }): boolean {
  return findProcess(known.pid)?.startedAt === known.startedAt;
}

/** What a running PostgreSQL writes into its data folder, and leaves there when it is killed. */
export type PidFile = { pid: number; port: number; ready: boolean };

export function readPidFile(cluster: string): PidFile | null {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return null;
  }
  return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
}

/**
 * PostgreSQL takes any process with the number in its old file for another server: a program that was given the
 * number since, or the remains of the killed one where nobody clears them away. It does not mind its own parent's
 * number, so that goes there; the rest of the file stays, for with it PostgreSQL finds out whether old workers
 * still hold the database.
 */
export function disownPidFile(cluster: string): void {
  const left = readPidFile(cluster);
  const running = left && findProcess(left.pid);
  if (!left || process.platform === 'win32' || (running && isPostgres(running))) return;
  const path = join(cluster, 'postmaster.pid');
  const [, ...rest] = readFileSync(path, 'utf8').split('\n');
  writeFileSync(path, [process.pid, ...rest].join('\n'));
}

export function isPostgres({ command }: RunningProcess): boolean {
  return /(^|[\\/])postgres(\.exe)?($|:)/.test(command[0] ?? '');
}

/** Whether this process is the PostgreSQL that serves exactly this folder. */
export function serves(candidate: RunningProcess, cluster: string): boolean {
  if (process.platform === 'win32') return true;
  // Outside Linux a command comes as one line, and the folder's name may hold spaces.
  return isPostgres(candidate) && ` ${candidate.command.join(' ')} `.includes(` -D ${cluster} `);
}

/** Waits until the process is gone; false when it is still there after the given time. */
export async function waitUntilGone(known: RunningProcess, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  while (stillRuns(known)) {
    if (performance.now() > deadline) return false;
    await new Promise((done) => setTimeout(done, 10));
  }
  return true;
}
