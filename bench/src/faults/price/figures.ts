import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const TICKS_A_SECOND = 100;
const LOOK_MS = 20;

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** Processor seconds of a process, and those of its ended children. */
function secondsOf(pid: number): { own: number; ended: number } {
  // The program's name in brackets may contain anything, so counting starts after it.
  const fields = read(pid, 'stat').split(') ').at(-1)?.split(' ').map(Number) ?? [];
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  return { own: (user + system) / TICKS_A_SECOND, ended: (endedUser + endedSystem) / TICKS_A_SECOND };
}

function megabytesOf(pid: number, line: 'VmRSS' | 'VmHWM'): number {
  const [, kibibytes = '0'] = new RegExp(`^${line}:\\s+(\\d+) kB$`, 'm').exec(read(pid, 'status')) ?? [];
  return (Number(kibibytes) * 1024) / 1_000_000;
}

/** From now on the peak is what is used from now on. */
function resetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // It has ended.
  }
}

/** Any thread may have started them. */
function childrenOf(pid: number): number[] {
  let threads: string[] = [];
  try {
    threads = readdirSync(`/proc/${pid}/task`);
  } catch {
    // It has ended.
  }
  return threads.flatMap((thread) => read(pid, `task/${thread}/children`).split(' ').filter(Boolean).map(Number));
}

const withDescendants = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(withDescendants)];

/** What one call cost. Processor in seconds, memory in megabytes, times in milliseconds. */
export type Cost = {
  /** The server's own process, PostgreSQL, and the server's other processes. */
  server: number;
  database: number;
  separate: number;
  memory: number;
  separateMemory: number;
  /** How long the slowest separate process worked. */
  separateMs: number;
  /** The longest stretch of the main thread, by the clock and by its processor time. */
  stall: { wall: number; processor: number };
};

type Processes = { server: number; postmaster: number };

/** The server's processes besides PostgreSQL. */
const separateOnes = ({ server, postmaster }: Processes): number[] =>
  childrenOf(server)
    .filter((pid) => pid !== postmaster)
    .flatMap(withDescendants);

function totals(processes: Processes) {
  const { server, postmaster } = processes;
  const everySecond = (pids: number[]) =>
    pids.reduce((sum, pid) => {
      const { own, ended } = secondsOf(pid);
      return sum + own + ended;
    }, 0);
  const { own, ended } = secondsOf(server);
  const others = separateOnes(processes);
  return {
    server: own,
    // Its processes have none of their own.
    database: everySecond([postmaster, ...childrenOf(postmaster)]),
    separate: ended + everySecond(others),
    others,
  };
}

async function askStalls(socket: string): Promise<Cost['stall']> {
  let text = '';
  for await (const part of connect(socket)) text += part;
  return JSON.parse(text);
}

/** Processor seconds of a server with all its processes so far. */
function totalSeconds(processes: Processes): number {
  const { server, database, separate } = totals(processes);
  return server + database + separate;
}

/** Begins to measure; the returned function waits for what runs on after the answer, and tells the cost. */
export async function startCosts(processes: Processes, socket: string): Promise<() => Promise<Cost>> {
  await askStalls(socket);
  const before = totals(processes);
  for (const pid of [processes.server, ...before.others]) resetPeak(pid);
  const resident = megabytesOf(processes.server, 'VmRSS');
  // A process that waits for work from before counts from its first work on.
  const separate = new Map<number, { busy: number; from: number | null; until: number; megabytes: number }>(
    before.others.map((pid) => [pid, { busy: secondsOf(pid).own, from: null, until: 0, megabytes: 0 }]),
  );
  const look = () => {
    const now = performance.now();
    for (const pid of separateOnes(processes)) {
      const busy = secondsOf(pid).own;
      const known = separate.get(pid);
      if (known && busy === known.busy) continue;
      const megabytes = Math.max(known?.megabytes ?? 0, megabytesOf(pid, 'VmHWM'));
      separate.set(pid, { busy, from: known?.from ?? now, until: now, megabytes });
    }
  };
  const looking = setInterval(look, LOOK_MS);
  return async () => {
    await untilIdle(processes);
    clearInterval(looking);
    const after = totals(processes);
    return {
      server: after.server - before.server,
      database: after.database - before.database,
      separate: after.separate - before.separate,
      memory: Math.max(0, megabytesOf(processes.server, 'VmHWM') - resident),
      separateMemory: Math.max(0, ...[...separate.values()].map(({ megabytes }) => megabytes)),
      separateMs: Math.max(0, ...[...separate.values()].map(({ from, until }) => until - (from ?? until))),
      stall: await askStalls(socket),
    };
  };
}

/** Work that goes on after the answer (jobs, notices, a decoder whose client has left) belongs to the call. */
async function untilIdle(processes: Processes): Promise<void> {
  const deadline = performance.now() + 1_500;
  let before = totalSeconds(processes);
  while (performance.now() < deadline) {
    await sleep(40);
    const now = totalSeconds(processes);
    if (now - before < 0.025) return;
    before = now;
  }
}

/** Cores of this machine that are at work, over so many milliseconds. */
export async function busyCores(milliseconds: number): Promise<number> {
  const look = () => {
    const [, ...fields] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/\s+/).map(Number) ?? [];
    const idle = (fields[3] ?? 0) + (fields[4] ?? 0);
    // Guest time is part of user time.
    return fields.slice(0, 8).reduce((sum, ticks) => sum + ticks, 0) - idle;
  };
  const before = look();
  await sleep(milliseconds);
  return ((look() - before) * 1000) / TICKS_A_SECOND / milliseconds;
}
