import { hostname } from 'node:os';
import { spotterVersion } from '#platform/build-id.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/db/connect.ts';
import { newId } from '#platform/ids.ts';
import type { Logger } from '#platform/log.ts';
import { metrics } from '#platform/metrics.ts';
import { createSlowCalls } from '#platform/slow-calls.ts';
import { removeNode, writeBeat } from './heartbeat.repo.ts';

/** A node is called dead after three missed beats (see operations.read.ts). */
const BEAT_MS = 10_000;

type Parts = { db: Db; config: Pick<Config, 'ROLES'>; log: Logger };

/** Says in the database that this process is alive, until it is stopped. */
export async function startHeartbeat({ db, config, log }: Parts) {
  const id = newId();
  const slowestCalls = createSlowCalls();
  const beat = async () => {
    const [streams] = (await metrics.liveStreams.get()).values;
    await writeBeat(db, {
      id,
      name: `${hostname()}:${process.pid}`,
      roles: config.ROLES.split(','),
      version: spotterVersion(),
      streams: streams?.value ?? 0,
      memory: process.memoryUsage.rss(),
      calls: JSON.stringify(await slowestCalls(Date.now())),
    });
  };
  const tryBeat = () => beat().catch((err) => log.debug({ err }, 'a heartbeat was missed'));
  await tryBeat();
  const timer = setInterval(tryBeat, BEAT_MS);
  timer.unref();
  return {
    beat,
    async stop() {
      clearInterval(timer);
      await removeNode(db, id);
    },
  };
}
