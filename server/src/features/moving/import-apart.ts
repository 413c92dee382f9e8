import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { audit } from '#platform/audit.ts';
import type { Imported } from './import-organization.ts';

export type Acting = Parameters<typeof audit>[1];

/** What the process is asked to import. */
export type ImportOrder = { path: string; dataDir: string; databaseUrl: string; acting: Acting; sendSetup: boolean };

/** What it says in the end. */
export type ImportOutcome =
  | { imported: Imported }
  | { refused: 'organization_exists' | 'archive_conflicts' | 'archive_invalid'; message: string };

/** Several times what an organization of 50,000 members takes on busy cores. */
const MOST_MS = 30 * 60_000;
const MOST_MEGABYTES = 512;
const script = fileURLToPath(new URL('./import-apart.process.ts', import.meta.url));

let last: Promise<unknown> = Promise.resolve();

/**
 * Imports in a process of its own, one after the other: a file of a few kilobytes may unpack to a gigabyte of rows, and
 * this process answers everybody's calls.
 */
export function importApart(order: ImportOrder): Promise<ImportOutcome> {
  const outcome = last.then(() => run(order));
  last = outcome.catch(() => {});
  return outcome;
}

const run = (order: ImportOrder) =>
  new Promise<ImportOutcome>((resolve, reject) => {
    const child = fork(script, {
      execArgv: [`--max-old-space-size=${MOST_MEGABYTES}`],
      // No secret of the server's but the database's address, which comes as a message.
      env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      timeout: MOST_MS,
      killSignal: 'SIGKILL',
    });
    child.once('message', (outcome) => resolve(outcome as ImportOutcome));
    child.once('error', reject);
    // Without an outcome it was killed, or ran out of memory. The database has undone its transaction.
    child.once('exit', (code, signal) => reject(new Error(`The import ended early (${signal ?? code}).`)));
    child.send(order);
  });
