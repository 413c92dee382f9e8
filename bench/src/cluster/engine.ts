import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterwards } from '../cleanup.ts';

/** One thing of the cluster that can break and come back. */
export type EnginePart = {
  name: string;
  /** As when its machine loses power. */
  kill(): void;
  /** Starts it, and waits until it answers. */
  start(): Promise<void>;
};

type Settings = {
  command: string[];
  /** Its output goes into a file named after it. */
  folder: string;
  isUp(): Promise<boolean>;
  ids?: { uid?: number; gid?: number };
  env?: Record<string, string>;
};

const LAST_WORDS = 2_000;
const LONGEST_START_MS = 60_000;
/** A node takes up to ten seconds. */
const LONGEST_STOP_MS = 12_000;

/** A program of the cluster. */
export function engine(name: string, { command: [program = '', ...args], folder, isUp, ids, env }: Settings) {
  const logFile = join(folder, `${name}.log`);
  let child: ChildProcess | undefined;
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;

  async function start(): Promise<void> {
    const log = openSync(logFile, 'a');
    const begun = spawn(program, args, {
      cwd: folder,
      stdio: ['ignore', log, log],
      // Ctrl-C in a terminal reaches this process alone, which stops the others in their order.
      detached: true,
      // Patroni keeps passwords in its home.
      env: { PATH: `${process.env.PATH}:/usr/sbin`, LC_ALL: 'C.UTF-8', HOME: folder, ...env },
      ...ids,
    });
    child = begun;
    closeSync(log);
    const deadline = performance.now() + LONGEST_START_MS;
    while (!(await isUp())) {
      const isLate = performance.now() > deadline;
      const state = isRunning() ? "doesn't answer" : `ended with ${begun.exitCode ?? begun.signalCode}`;
      if (isLate || !isRunning())
        throw new Error(`${name} ${state}:\n${readFileSync(logFile, 'utf8').slice(-LAST_WORDS)}`);
      await sleep(50);
    }
  }
  async function stop(): Promise<void> {
    if (!child || !isRunning()) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    const tooLong = setTimeout(() => child?.kill('SIGKILL'), LONGEST_STOP_MS);
    await gone;
    clearTimeout(tooLong);
  }
  afterwards(stop);
  return {
    name,
    start,
    kill: () => void child?.kill('SIGKILL'),
    send: (signal: NodeJS.Signals) => child?.kill(signal),
  };
}

export const isListening = (host: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, host, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

export const answers = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
