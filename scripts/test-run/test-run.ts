import { globSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findProcess, readPidFile, serves, waitUntilGone } from '../../server/src/platform/db/embedded/processes.ts';
import { makeScratch } from './scratch.ts';
import { endAll } from './test-steps.ts';

/** Runs tests that write only to `scratch`. Afterwards, or when interrupted, it removes everything they left. */
export async function testRun(work: (scratch: string) => Promise<void>): Promise<void> {
  const scratch = makeScratch();
  process.env.TMPDIR = scratch;

  let interrupted = false;
  const interrupt = async () => {
    if (interrupted) return;
    interrupted = true;
    console.log('\nInterrupted; ending what was started.');
    await cleanUp(scratch);
    process.exit(130);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
  // npm does not forward SIGHUP, and a killed npm forwards nothing; in that case our parent process changes.
  const npm = process.env.npm_lifecycle_event ? process.ppid : null;
  if (npm) setInterval(() => process.ppid !== npm && interrupt(), 500).unref();

  try {
    await work(scratch);
  } finally {
    // An interruption cleans up and exits by itself.
    if (interrupted) await new Promise(() => {});
    await cleanUp(scratch);
  }
}

async function cleanUp(scratch: string): Promise<void> {
  await endAll();
  for (const file of globSync('**/cluster/postmaster.pid', { cwd: scratch })) {
    const cluster = dirname(join(scratch, file));
    const running = findProcess(readPidFile(cluster)?.pid ?? 0);
    if (!running || !serves(running, cluster)) continue;
    process.kill(running.pid, 'SIGQUIT');
    await waitUntilGone(running, 5_000);
  }
  rmSync(scratch, { recursive: true, force: true });
}
