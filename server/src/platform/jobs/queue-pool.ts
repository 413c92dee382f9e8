import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { HostsClient } from '#platform/db/hosts.ts';
import { createPool } from '#platform/db/pool.ts';
import { asAppError } from '#platform/errors.ts';
import type { Logger } from '#platform/log.ts';

const isLoss = (error: unknown) => asAppError(error).code === 'unavailable';

/** Errors with this code (a serialization failure) make the queue try again soon. */
const AGAIN = '40001';

class QueueClient extends HostsClient {
  override query(...given: never[]): never {
    const answer: unknown = super.query(...(given as unknown as [string]));
    if (!(answer instanceof Promise)) return answer as never;
    return answer.catch((error) => {
      throw isLoss(error) ? Object.assign(error, { code: AGAIN }) : error;
    }) as never;
  }
}

/**
 * The queue gets a pool instead of creating one: while it closes its own it ignores errors, and a database that
 * disappears in that moment would end the process.
 */
export const openPool = (connectionString: string, max: number, log: Logger): pg.Pool =>
  createPool({ connectionString, max, application_name: 'spotter jobs', Client: QueueClient }, (err) =>
    log.debug({ err }, 'a connection of the job runner was lost'),
  );

/**
 * Waits for a database that is away. The queue records the end of a job without awaiting it: an error there would end the
 * process, and the job would stay locked. So a lost statement is tried again, on a connection that stands.
 */
export function outliving(pool: pg.Pool): pg.Pool {
  const connect = pool.connect.bind(pool);
  const connectPatiently = async (): Promise<pg.PoolClient> => {
    for (;;)
      try {
        return await connect();
      } catch (error) {
        // Once the pool has ended, another runner takes the job up (see recovery.ts).
        if (pool.ending) return new Promise(() => {});
        if (!isLoss(error)) throw error;
        await sleep(500);
      }
  };
  pool.connect = ((done?: Parameters<typeof connect>[0]) =>
    done ? connect(done) : connectPatiently()) as typeof connect;
  return pool;
}
