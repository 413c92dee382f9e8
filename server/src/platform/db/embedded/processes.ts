import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Tells a running process from a later one with the same number. */
export type RunningProcess = { pid: number; startedAt: string; command: string[] };

/** The process with this number, or null if there is none (or only a zombie). */
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
    // The name in brackets may contain spaces and brackets; the fields start after the last one.
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

/** The file a running PostgreSQL writes into its data folder, which stays when it is killed. */
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
 * PostgreSQL mistakes any process with the number in its old file for another server: an unrelated program that got the
 * number since, or the zombie of the killed one. It ignores its own parent's number, so that is written there. The rest
 * of the file stays, because PostgreSQL uses it to detect old workers that still hold the database.
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
  // Outside Linux a command is one line, and the folder's name may contain spaces.
  return isPostgres(candidate) && ` ${candidate.command.join(' ')} `.includes(` -D ${cluster} `);
}

/** Waits until the process has ended; false if it is still running after the given time. */
export async function waitUntilGone(known: RunningProcess, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  while (stillRuns(known)) {
    if (performance.now() > deadline) return false;
    await new Promise((done) => setTimeout(done, 10));
  }
  return true;
}
