import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { findProcess, stillRuns } from './processes.ts';

type Owner = { pid: number; startedAt: string };

/** How long a new server waits for one that is stopping. */
const patience = 3_000;

/**
 * One server at a time supervises the database of a data folder. The claim is a file that names the process; a claim of
 * a dead process doesn't count, so a killed server leaves no lock behind.
 */
export async function claimDataFolder(dataDir: string, log: Pick<Logger, 'info'>): Promise<{ release(): void }> {
  const path = join(dataDir, 'owner.json');
  const self = findProcess(process.pid);
  const mine: Owner = { pid: process.pid, startedAt: self?.startedAt ?? '' };
  const deadline = performance.now() + patience;
  for (let first = true; ; first = false) {
    const holder = take(path, mine);
    if (!holder) return { release: () => rmSync(path, { force: true }) };
    if (performance.now() > deadline || holder.pid === process.pid) {
      throw new Error(
        `Spotter already runs on the data folder ${dataDir} (process ${holder.pid}). Stop it first, or set DATA_DIR to another folder.`,
      );
    }
    if (first) log.info({ pid: holder.pid }, 'waiting for another Spotter to leave the data folder');
    await sleep(100);
  }
}

/** Null if the claim is now ours, else its holder. */
function take(path: string, mine: Owner): Owner | null {
  const draft = `${path}.${mine.pid}`;
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 });
  try {
    for (;;) {
      try {
        // A link appears atomically with its whole content, and never replaces another.
        linkSync(draft, path);
        return null;
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      }
      const holder = readOwner(path);
      if (holder && stillRuns(holder)) return holder;
      removeStale(path, holder, `${draft}.stale`);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Moves the dead claim aside, and puts it back if another process claimed the folder in between. */
function removeStale(path: string, expected: Owner | null, aside: string): void {
  try {
    renameSync(path, aside);
    const moved = readOwner(aside);
    if (moved && moved.pid !== expected?.pid && stillRuns(moved)) linkSync(aside, path);
  } catch {
    // Another process removed it first; the next round reads the current state.
  }
  rmSync(aside, { force: true });
}

function readOwner(path: string): Owner | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}
