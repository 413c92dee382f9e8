import { refreshTrainingFacts } from '#features/friends/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { createGate } from '#platform/http/limits/gate.ts';
import { enqueue } from '#platform/jobs/define.ts';
import { insertWorld } from '#sample/insert.ts';
import type { DemoWorld } from '../demo-world.service.ts';

/** Inserts a planned sandbox. */
export async function buildDemo(tx: Db, { world, organizationId }: DemoWorld): Promise<void> {
  await insertWorld(tx, world);
  await enqueue(tx, refreshTrainingFacts, { organizationId });
}

/**
 * A process builds two sandboxes at a time for visitors who wait: more would only be slower for all of them. The last
 * ones of a burst wait almost as long as proxies do; after that the screen asks again.
 */
export const createBuilders = () => createGate({ atOnce: 2, mostWaiting: 300, patienceMs: 25_000 });
