import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type pg from 'pg';
import { createClient } from '#platform/db/pool.ts';
import { fail } from '#platform/errors.ts';
import { longestWorkOf } from './limits/time-limits.ts';

/** Waits for work that needs the database, as long as the database responds at all. */
export type DatabaseReach = <T>(work: Promise<T>, reply: FastifyReply) => Promise<T>;

const DEFAULT_PATIENCE_MS = 900;
const LOOK_MS = 250;
const PROBE_MS = 700;

type Database = {
  pool: pg.Pool;
  databaseUrl: string;
  patienceMs?: number | undefined;
  longestWork?: typeof longestWorkOf;
};
type Waiting = { since: number; reply: FastifyReply; reject(reason: Error): void };

/**
 * A hanging database or an unplugged cable breaks no connection, so a request would wait forever. Long work isn't cut
 * off for a minute, but the database must have answered some request meanwhile, or answer a probe on a new connection;
 * otherwise the answer is 503. Any work that still runs then commits as a whole or not at all.
 */
export function createDatabaseReach({
  pool,
  databaseUrl,
  patienceMs = DEFAULT_PATIENCE_MS,
  longestWork = longestWorkOf,
}: Database): DatabaseReach {
  let probing: Promise<boolean> | null = null;
  let lastSign = 0;
  pool.on('release', (error) => {
    if (!error) lastSign = performance.now();
  });
  const isAlive = () => {
    // On a busy machine the delay may be the machine's, not the database's.
    const isIdle = pool.idleCount === pool.totalCount && pool.waitingCount === 0;
    if (isIdle || performance.now() - lastSign < patienceMs) return true;
    probing ??= probe(databaseUrl).finally(() => {
      probing = null;
    });
    return probing;
  };

  // One periodic check for all waiting requests instead of a timer each: nearly all are answered before the first.
  const waiting = new Set<Waiting>();
  setInterval(async () => {
    const [longest] = waiting;
    if (!longest || performance.now() - longest.since < patienceMs) return;
    const alive = await isAlive();
    const cause = new Error(alive ? 'the call took too long' : 'the database does not answer');
    for (const { since, reply, reject } of waiting) {
      const limit = alive ? longestWork(reply.request.routeOptions.config) : patienceMs;
      // A second answer would end the process. The first waits for its reader, not for the database.
      if (performance.now() - since < limit || reply.sent || reply.hasBegun) continue;
      reject(fail('unavailable', { retryAfterSeconds: 2, cause }));
    }
  }, LOOK_MS).unref();

  return (work, reply) =>
    new Promise((resolve, reject) => {
      const one: Waiting = { since: performance.now(), reply, reject };
      waiting.add(one);
      // After a 503 the outcome no longer matters.
      work.then(
        (value) => {
          waiting.delete(one);
          resolve(value);
        },
        (error) => {
          waiting.delete(one);
          reject(error);
        },
      );
    });
}

/**
 * Registers routes that need the database: each waits only while the database is reachable. Routes that don't (static
 * files, `/healthz`) stay outside, because a slow download would look like a silent database.
 */
export async function whileDatabaseInReach(
  app: FastifyInstance,
  reach: DatabaseReach,
  registerRoutes: (inReach: FastifyInstance) => void,
): Promise<void> {
  await app.register(async (inReach) => {
    inReach.addHook('onRoute', (route) => {
      const { handler } = route;
      route.handler = function (request, reply) {
        return reach(Promise.resolve(handler.call(this, request, reply)), reply);
      };
    });
    registerRoutes(inReach);
  });
}

async function probe(connectionString: string): Promise<boolean> {
  const client = createClient({ connectionString, application_name: 'spotter asks', keepAlive: false });
  const asked = (async () => {
    await client.connect();
    await client.query('select 1');
    return true;
    // A server at its connection limit is alive.
  })().catch((error: { code?: string }) => error.code === '53300');
  const alive = await Promise.race([asked, sleep(PROBE_MS, false, { ref: false })]);
  // A silent server never answers this either.
  void client.end().catch(() => {});
  return alive;
}
