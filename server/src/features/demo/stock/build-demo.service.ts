import { refreshTrainingFacts } from '#features/friends/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { enqueue } from '#platform/jobs/define.ts';
import { insertWorld } from '#sample/insert.ts';
import type { DemoWorld } from '../demo-world.service.ts';

/** Inserts a planned sandbox. */
export async function buildDemo(tx: Db, { world, organizationId }: DemoWorld): Promise<void> {
  await insertWorld(tx, world);
  await enqueue(tx, refreshTrainingFacts, { organizationId });
}

/** How many sandboxes a process builds at once for visitors who wait: more would only be slower for all of them. */
const BUILDERS = 2;
const waiting: (() => void)[] = [];
let building = 0;

/** Runs the work when it is its turn, in the order of arrival. */
export async function inBuildingTurn<T>(work: () => Promise<T>): Promise<T> {
  if (building < BUILDERS) building += 1;
  else await new Promise<void>((start) => waiting.push(start));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else building -= 1;
  }
}
