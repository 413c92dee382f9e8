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
/** The job comes again every minute. */
const LONGEST_MS = 40_000;

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
    const began = Date.now();
    let made = 0;
    for (let faces: Awaited<ReturnType<typeof drawnFaces>> | null = null; Date.now() - began < LONGEST_MS; made += 1) {
      const { now, ready, busy } = await readStock(db);
      if (ready >= Math.min(config.DEMO_STOCK, config.DEMO_LIMIT) || busy > MOST_BUSY) break;
      faces ??= await drawnFaces(ctx);
      const demo = planDemo(now, { expiresAt: staleAfter(now), faces });
      await inTransaction(db, async (tx) => {
        await buildDemo(tx, demo);
        await addToStock(tx, demo.organizationId);
      });
    }
    if (made > 0) log.info({ made }, 'sandboxes were made ahead for demos');
  },
});

export const fillDemoStockTimetable = { job: fillDemoStock, match: '* * * * *' };
