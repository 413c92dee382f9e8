import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProcess, type RunningProcess, readPidFile } from '@spotter/server/platform/db/embedded/processes.ts';
import { findDescendants } from '../../../scripts/test-run/descendants.ts';
import { afterwards, isCleaningUp } from '../cleanup.ts';
import { type EnginePart, engine, isListening } from './engine.ts';
import { backupFile, patroniFile } from './files.ts';
import type { Places } from './places.ts';
import { createWatchdog } from './watchdog.ts';

/** A machine with PostgreSQL, which its Patroni starts, stops and promotes. */
export type Database = EnginePart & {
  rest: string;
  /** It stands still with all its processes and keeps its connections, as a machine that hangs. */
  freeze(): void;
  thaw(): void;
  /** Waits until it is up again after its watchdog reset it; fails if it wasn't reset since it froze. */
  untilBooted(): Promise<void>;
  /** What pgBackRest needs to know, and PostgreSQL when it asks for the archive. */
  backupEnv: Record<string, string>;
  /** A command of pgBackRest. */
  backUp(command: string, ...options: string[]): void;
};

/** A quick one. */
const BOOT_MS = 10_000;

export function createDatabase(places: Places, name: 'pg1' | 'pg2', say: (line: string) => void): Database {
  const { hosts, ports, account, programs } = places;
  const { inside, env } = prepareMachine(places, name);
  const patroni = engine(name, {
    command: [programs.patroni, inside('patroni.yml')],
    folder: places.folder,
    ids: account.ids,
    env,
    isUp: () => isListening(hosts[name], ports.rest),
  });
  const data = inside('data');
  const all = (kind: NodeJS.Signals) => {
    patroni.send(kind);
    signal(postgresProcesses(data), kind);
  };
  let booted: Promise<void> | undefined;
  const watchdog = createWatchdog(account, inside('watchdog'), () => {
    say(`The watchdog of ${name} resets it.`);
    booted = reboot();
    // Reported by untilBooted.
    booted.catch(() => {});
  });
  async function start(): Promise<void> {
    watchdog.switchOn();
    await patroni.start();
  }
  function kill(): void {
    watchdog.switchOff();
    all('SIGKILL');
  }
  async function reboot(): Promise<void> {
    kill();
    await sleep(BOOT_MS);
    if (!isCleaningUp()) await start();
  }
  afterwards(async () => {
    watchdog.switchOff();
    all('SIGCONT');
    // PostgreSQL goes on without its Patroni, and cleans up after itself only if it is asked to end.
    signal(postgresProcesses(data).slice(0, 1), 'SIGQUIT');
    while (postgresProcesses(data).length > 0) await sleep(20);
  });
  return {
    name,
    rest: `http://${hosts[name]}:${ports.rest}`,
    start,
    kill,
    freeze: () => {
      booted = undefined;
      all('SIGSTOP');
    },
    thaw: () => all('SIGCONT'),
    untilBooted: async () => {
      if (!booted) throw new Error(`The watchdog of ${name} didn't reset it.`);
      await booted;
    },
    backupEnv: env,
    backUp: (command, ...options) =>
      execFileSync(programs.pgbackrest, ['--stanza=spotter', ...options, command], {
        ...account.ids,
        cwd: inside(''),
        env,
      }),
  };
}

/** Its folders and files. */
function prepareMachine(places: Places, name: 'pg1' | 'pg2') {
  const { hosts, ports, account, programs } = places;
  const machine = { name, host: hosts[name], folder: join(places.folder, name) };
  const inside = (part: string) => join(machine.folder, part);
  for (const folder of ['', 'socket', 'spool', 'log', 'lock'].map(inside)) {
    mkdirSync(folder);
    if (account.ids.uid) chownSync(folder, account.ids.uid, account.ids.gid ?? 0);
  }
  writeFileSync(inside('patroni.yml'), patroniFile(places, machine));
  writeFileSync(inside('pgbackrest.conf'), backupFile(places, machine));
  const env = {
    PATH: `${programs.postgres}:${process.env.PATH}`,
    PGBACKREST_CONFIG: inside('pgbackrest.conf'),
    PGBACKREST_PG1_PORT: String(ports.postgres),
    PGBACKREST_PG1_SOCKET_PATH: inside('socket'),
    PGBACKREST_LOG_PATH: inside('log'),
    PGBACKREST_LOCK_PATH: inside('lock'),
  };
  return { inside, env };
}

/** The postmaster first; none if it is gone, whoever has its number now. */
function postgresProcesses(data: string): number[] {
  const postmaster = readPidFile(data)?.pid;
  if (!postmaster || !findProcess(postmaster)?.command.includes(data)) return [];
  const children = new Map<number, RunningProcess>();
  findDescendants(postmaster, children);
  return [postmaster, ...children.keys()];
}

function signal(processes: readonly number[], kind: NodeJS.Signals): void {
  for (const pid of processes)
    try {
      process.kill(pid, kind);
    } catch {
      // It has already ended.
    }
}
