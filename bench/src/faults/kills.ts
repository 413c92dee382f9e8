import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningProcess } from '@spotter/server/platform/db/embedded/processes.ts';
import { findDescendants } from '../../../scripts/test-run/descendants.ts';
import type { Outcome } from './report.ts';
import { startTraffic } from './traffic.ts';
import type { World } from './world.ts';

export type Drill = (world: World, rounds: number, deadline: number) => Promise<Outcome>;

/** Repeats a fault while members write, and waits each time until writing works again. */
async function underLoad(
  world: World,
  { fault, rounds, deadline }: { fault: string; rounds: number; deadline: number },
  breakIt: (traffic: Awaited<ReturnType<typeof startTraffic>>) => Promise<number>,
): Promise<Outcome> {
  const traffic = await startTraffic(world);
  const recovery: number[] = [];
  while (recovery.length < rounds && performance.now() < deadline) {
    await traffic.untilAcknowledged(10);
    recovery.push(await traffic.recoveryFrom(await breakIt(traffic)));
  }
  return { fault, rounds: recovery.length, recovery, ...(await traffic.end()) };
}

/** `kill -9` on PostgreSQL, which the server supervises. */
export const killDatabase: Drill = (world, rounds, deadline) =>
  underLoad(world, { fault: 'database killed', rounds, deadline }, async () => {
    process.kill(world.postmaster(), 'SIGKILL');
    return performance.now();
  });

/** Every connection ends at once, as when an external PostgreSQL restarts or fails over. */
export const cutConnections: Drill = (world, rounds, deadline) =>
  underLoad(world, { fault: 'connections cut', rounds, deadline }, async () => {
    await world.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'spotter' and pid <> pg_backend_pid()`,
    );
    return performance.now();
  });

/** `kill -9` on the server. Like a process manager, the drill starts it again at once. */
export const killServer: Drill = (world, rounds, deadline) =>
  underLoad(world, { fault: 'server killed', rounds, deadline }, async () => {
    process.kill(world.server().pid, 'SIGKILL');
    const moment = performance.now();
    await world.restart();
    return moment;
  });

/** PostgreSQL freezes with all its processes, as on a machine that hangs. Calls must not hang with it. */
export const stopDatabase: Drill = async (world, rounds, deadline) => {
  let slowest = 0;
  const outcome = await underLoad(world, { fault: 'database stopped for 4 s', rounds, deadline }, async (traffic) => {
    const backends = new Map<number, RunningProcess>();
    findDescendants(world.postmaster(), backends);
    const all = (signal: NodeJS.Signals) => {
      for (const pid of [world.postmaster(), ...backends.keys()])
        try {
          process.kill(pid, signal);
        } catch {
          // This backend has already ended.
        }
    };
    traffic.slowestSince();
    all('SIGSTOP');
    try {
      await sleep(4_000);
    } finally {
      all('SIGCONT');
    }
    slowest = Math.max(slowest, traffic.slowestSince());
    return performance.now();
  });
  return { ...outcome, note: `the slowest answer while it stood still came after ${slowest.toFixed(1)} s.` };
};
