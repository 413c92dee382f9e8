import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { yieldToServer } from './yield-to-server.ts';

/** Several times what an organization of 50,000 members takes on busy cores. */
const MOST_MS = 30 * 60_000;
const MOST_MEGABYTES = 512;

/**
 * A script in a process of its own, one run after the other: a whole organization is unpacked or packed, and this process
 * answers everybody's calls. The script gets its order as a message and answers with one.
 */
export function workApart<Order extends object, Outcome>(script: URL): (order: Order) => Promise<Outcome> {
  const path = fileURLToPath(script);
  let last: Promise<unknown> = Promise.resolve();
  return (order) => {
    const outcome = last.then(() => run<Outcome>(path, order));
    // Its own caller hears of a failure; the next in line only waits for the end.
    last = outcome.catch(() => {});
    return outcome;
  };
}

const run = <Outcome>(path: string, order: object) =>
  new Promise<Outcome>((resolve, reject) => {
    const child = fork(path, {
      execArgv: [`--max-old-space-size=${MOST_MEGABYTES}`],
      // No secret of the server's but the database's address, which comes as a message.
      env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      timeout: MOST_MS,
      killSignal: 'SIGKILL',
    });
    yieldToServer(child);
    child.once('message', (outcome) => resolve(outcome as Outcome));
    child.once('error', reject);
    // Without an outcome it was killed, or ran out of memory. The database has undone its transaction.
    child.once('exit', (code, signal) => reject(new Error(`The work ended early (${signal ?? code}).`)));
    child.send(order);
  });
