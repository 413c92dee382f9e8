import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/db/connect.ts';
import { newId } from '#platform/ids.ts';
import type { Logger } from '#platform/log.ts';

import { metrics } from '#platform/metrics.ts';
import { slowestCalls } from '#platform/slow-calls.ts';
import { recordKeys, removeNode, writeBeat } from './heartbeat.repo.ts';

/** A node is called dead after three missed beats (see operations.read.ts). */
const BEAT_MS = 10_000;

export const { version: spotterVersion } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as { version: string };

type Keys = Pick<Config, 'TOKEN_SECRET' | 'PUSH_KEY'>;

/** Anyone who holds a token can test a guessed secret offline, so four bytes of a fingerprint give nothing more away. */
export const keysInUse = ({ TOKEN_SECRET, PUSH_KEY }: Keys) =>
  Object.entries({ TOKEN_SECRET, PUSH_KEY }).map(([name, key]) => ({
    name,
    fingerprint: createHmac('sha256', key).update('spotter key').digest().subarray(0, 4),
  }));

type Parts = { db: Db; config: Keys & Pick<Config, 'ROLES'>; log: Logger };

/** Says in the database that this process is alive, until it is stopped. */
export async function startHeartbeat({ db, config, log }: Parts) {
  const id = newId();
  const beat = async () => {
    const [streams] = (await metrics.liveStreams.get()).values;
    await writeBeat(db, {
      id,
      name: `${hostname()}:${process.pid}`,
      roles: config.ROLES.split(','),
      version: spotterVersion,
      streams: streams?.value ?? 0,
      memory: process.memoryUsage.rss(),
      calls: JSON.stringify(await slowestCalls()),
    });
  };
  await recordKeys(db, keysInUse(config));
  await beat();
  const timer = setInterval(() => beat().catch((err) => log.debug({ err }, 'a heartbeat was missed')), BEAT_MS);
  timer.unref();
  return {
    beat,
    async stop() {
      clearInterval(timer);
      await removeNode(db, id);
    },
  };
}
