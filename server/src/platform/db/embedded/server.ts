import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Account } from './account.ts';
import {
  disownPidFile,
  findProcess,
  isPostgres,
  type RunningProcess,
  readPidFile,
  serves,
  stillRuns,
  waitUntilGone,
} from './processes.ts';

export type Server = { process: RunningProcess; port: number; ended: Promise<void> };

type Log = Pick<Logger, 'info' | 'warn' | 'error'>;

const largestLog = 10 * 2 ** 20;

/** A PostgreSQL whose server was killed keeps serving; it is ours if it runs on exactly our folder. */
export async function takeOverOrphan(cluster: string, log: Log): Promise<Server | null> {
  const found = readPidFile(cluster);
  const running = found && findProcess(found.pid);
  if (!running) return null;
  if (!serves(running, cluster)) {
    if (isPostgres(running)) {
      throw new Error(`Another PostgreSQL (process ${running.pid}) may be using ${cluster}. Stop it first.`);
    }
    return null;
  }
  log.info({ pid: running.pid }, 'taking over the database left by a server that was killed');
  while (stillRuns(running)) {
    const state = readPidFile(cluster);
    if (state?.ready) return { process: running, port: state.port, ended: untilGone(running) };
    await sleep(20);
  }
  return null;
}

/** The process is not our child, so no event reports its end. */
async function untilGone(running: RunningProcess): Promise<void> {
  while (stillRuns(running)) await sleep(200, undefined, { ref: false });
}

export async function launchOnFreePort(launch: (port: number) => Promise<Server>): Promise<Server> {
  for (let tries = 1; ; tries++) {
    try {
      return await launch(await findFreePort());
    } catch (error) {
      const taken = error instanceof Error && /could not (bind|create any TCP)/.test(error.message);
      if (!taken || tries === 5) throw error;
    }
  }
}

/** Below the range for outgoing connections, so it is still free after a restart. */
async function findFreePort(): Promise<number> {
  for (;;) {
    const port = 15_000 + Math.floor(Math.random() * 15_000);
    const probe = createServer();
    const free = await new Promise<boolean>((done) => {
      probe.once('error', () => done(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
    });
    if (free) return port;
  }
}

export async function launchPostgres(options: {
  dataDir: string;
  cluster: string;
  binaries: string;
  account: Account;
  settings: Record<string, string>;
  /** Gives up on a start that is still recovering. */
  signal: AbortSignal;
}): Promise<Server> {
  const { account, cluster, signal } = options;
  disownPidFile(cluster);
  const logPath = join(options.dataDir, 'postgres.log');
  if ((statSync(logPath, { throwIfNoEntry: false })?.size ?? 0) > largestLog) renameSync(logPath, `${logPath}.old`);
  const output = openSync(logPath, 'a', 0o600);
  const before = statSync(logPath).size;
  const program = join(options.binaries, 'bin', 'postgres');
  const [command = program, ...args] = [...account.prefix, program, '-D', cluster];
  for (const [name, value] of Object.entries(options.settings)) args.push('-c', `${name}=${value}`);
  const child = spawn(command, args, {
    ...account.ids,
    cwd: '/',
    // In its own process group, so Ctrl-C in the terminal reaches the application first.
    detached: true,
    stdio: ['ignore', output, output],
    signal,
    killSignal: 'SIGINT',
  });
  closeSync(output);
  let failure: Error | undefined;
  const ended = new Promise<void>((done) => {
    child.once('exit', () => done());
    child.on('error', (error) => {
      failure = error;
      if (child.pid === undefined) done();
    });
  });
  const ready = await untilReady(child, cluster, ended);
  const running = ready && findProcess(child.pid ?? 0);
  if (!running) throw new Error(complaint(failure, readFileSync(logPath).subarray(before).toString()));
  child.unref();
  return { process: running, port: Number(options.settings.port), ended };
}

/** Recovery after a crash has no time limit; only its end is a failure. */
async function untilReady(child: ChildProcess, cluster: string, ended: Promise<void>): Promise<boolean> {
  let over = false;
  ended.then(() => {
    over = true;
  });
  while (!over) {
    const state = readPidFile(cluster);
    if (state?.ready && state.pid === child.pid) return true;
    await sleep(5);
  }
  return false;
}

function complaint(failure: Error | undefined, output: string): string {
  const lines = output.split('\n').filter((line) => /FATAL|ERROR|could not|HINT/.test(line));
  return `PostgreSQL did not start: ${failure?.message ?? (lines.join(' ') || output.trim() || 'it said nothing')}`;
}

/** Fast and clean first; a server that hangs is killed, which costs a recovery at the next start but no data. */
export async function endPostgres(running: RunningProcess, log: Log): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', 5_000],
    ['SIGQUIT', 2_000],
    ['SIGKILL', 2_000],
  ];
  for (const [signal, patience] of steps) {
    sendSignal(running, signal);
    if (await waitUntilGone(running, patience)) return;
    log.warn({ signal }, 'the database takes long to stop');
  }
}

export function sendSignal(running: RunningProcess, signal: NodeJS.Signals): void {
  try {
    if (stillRuns(running)) process.kill(running.pid, signal);
  } catch {
    // The process ended before the signal arrived.
  }
}
