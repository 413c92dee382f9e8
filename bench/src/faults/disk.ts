import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterwards } from '../cleanup.ts';
import type { Outcome } from './report.ts';
import { ask, startTraffic, until } from './traffic.ts';
import { createWorld, newFolder } from './world.ts';

const FULL_MS = 5_000;
const nothing = { tried: 0, lost: 0, doubled: 0, unavailable: 0, errors: 0, recovery: [] };

/** Runs a server whose data folder is a small file system, fills it to the last byte and empties it again. */
export async function fillDisk(rounds: number, milliseconds: number): Promise<Outcome> {
  const fault = 'disk full for 5 s';
  const folder = newFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=600m,mode=711', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return { fault, rounds: 0, ...nothing, note: 'not tried, because this user may not mount a file system.' };
  }
  afterwards(() => execFileSync('umount', ['-l', folder]));
  const world = await createWorld({ folder });
  const traffic = await startTraffic(world);
  const deadline = performance.now() + milliseconds;
  const ballast = join(folder, 'ballast');
  const recovery: number[] = [];
  while (recovery.length < rounds && performance.now() < deadline) {
    await traffic.untilAcknowledged(10);
    const filling = fillWith(ballast);
    await sleep(FULL_MS);
    filling.stop();
    rmSync(ballast);
    recovery.push(await traffic.recoveryFrom(performance.now()));
  }
  const { pid } = world.server();
  const figures = await traffic.end();
  await until(async () => (await ask(world, '/users/me/', { token: world.people[0]?.token })).status === 200);
  const note = isRunning(pid) ? undefined : 'the server had ended.';
  return { fault, rounds: recovery.length, ...figures, recovery, ...(note && { note, errors: figures.errors + 1 }) };
}

/** Writes until the disk is full, and keeps it full. */
function fillWith(path: string) {
  const file = openSync(path, 'w');
  const write = () => {
    for (const size of [2 ** 20, 2 ** 12])
      try {
        for (;;) writeSync(file, Buffer.alloc(size, 1));
      } catch {
        // The disk is full.
      }
  };
  write();
  const again = setInterval(write, 20);
  return {
    stop() {
      clearInterval(again);
      closeSync(file);
    },
  };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
