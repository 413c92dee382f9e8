import { setTimeout as sleep } from 'node:timers/promises';
import { asAppError } from '#platform/errors.ts';
import type { Logger } from '#platform/log.ts';

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;
const SAY_EVERY_MS = 30_000;

/** Repeats work until the database is there and can be written to, and so with the file store. Any other error ends it. */
export async function untilDatabaseAnswers<T>(work: () => Promise<T>, log: Pick<Logger, 'warn' | 'info'>): Promise<T> {
  let saidAt = Number.NEGATIVE_INFINITY;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      const done = await work();
      if (saidAt > 0) log.info('it is there');
      return done;
    } catch (err) {
      if (asAppError(err).code !== 'unavailable') throw err;
      if (performance.now() - saidAt > SAY_EVERY_MS) {
        saidAt = performance.now();
        log.warn(
          { err },
          'the database is away or read-only, or the file store is away; this process waits and is not ready',
        );
      }
    }
    // Spread, so that not all processes ask at once.
    await sleep(pause * (0.5 + Math.random() / 2));
  }
}
