import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { inTransaction } from '#platform/events/tell.ts';
import { defineJob, type JobCtx } from '#platform/jobs/define.ts';
import { createOffload } from '#platform/offload/offload.ts';
import { createDemoFaces } from '../demo-faces.service.ts';
import { demoPeople, planDemo } from '../demo-world.service.ts';
import { buildDemo } from './build-demo.service.ts';
import { addToStock, readStock, staleAfter } from './stock.repo.ts';

/** With more connections at work, members have the database to themselves until the next minute. */
const MOST_BUSY = 2;
/** The job comes again every minute, and others of its queue wait for it. */
const LONGEST_MS = 20_000;
/** For so many times as long as a sandbox took, the job leaves the machine to others. */
const REST = 2;

async function drawnFaces({ db, files }: JobCtx) {
  const offload = createOffload();
  try {
    const run = {
      db,
      offload: <I, O>(task: Parameters<typeof offload.run<I, O>>[0], input: I) =>
        offload.run(task, input, { owner: 'demo stock' }),
    };
    return await createDemoFaces(files, demoPeople)(run);
  } finally {
    offload.close();
  }
}

/** Makes sandboxes ahead while nobody else needs the database. Prepared ones that nobody took expire like demos. */
export const fillDemoStock = defineJob({
  name: 'fill_demo_stock',
  queue: 'figures',
  payload: z.object({}),
  maxAttempts: 1,
  async run(ctx) {
    const { db, config, log } = ctx;
    /** The time of the database, if another sandbox is wanted now. */
    const wantedAt = async () => {
      const { now, ready, busy } = await readStock(db);
      return ready < Math.min(config.DEMO_STOCK, config.DEMO_LIMIT) && busy <= MOST_BUSY ? now : null;
    };
    let now = await wantedAt();
    if (!now) return;
    const faces = await drawnFaces(ctx);
    let made = 0;
    for (const began = Date.now(); now && Date.now() - began < LONGEST_MS; now = await wantedAt()) {
      const from = performance.now();
      const demo = planDemo(now, { expiresAt: staleAfter(now), faces });
      await inTransaction(db, async (tx) => {
        await buildDemo(tx, demo);
        await addToStock(tx, demo.organizationId);
      });
      made += 1;
      await sleep(REST * (performance.now() - from));
    }
    if (made > 0) log.info({ made }, 'sandboxes were made ahead for demos');
  },
});

export const fillDemoStockTimetable = { job: fillDemoStock, match: '* * * * *' };
