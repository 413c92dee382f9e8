import { accessSync, chmodSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const GB = 2 ** 30;

/**
 * A folder for what tests write, in memory where there is plenty: each file of API tests has its own database of some hundred
 * files, and creating these on a disk was a third of the system's part of the work.
 */
export function makeScratch(): string {
  const scratch = mkdtempSync(join(hasRoom() ? memory : tmpdir(), 'spotter-test-'));
  // PostgreSQL, which may run as another user, has its folder in it.
  chmodSync(scratch, 0o711);
  return scratch;
}

function hasRoom(): boolean {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > 4 * GB && process.availableMemory() > 8 * GB;
  } catch {
    return false;
  }
}
