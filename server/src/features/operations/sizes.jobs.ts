import { z } from 'zod';
import { inTransaction } from '#platform/events/tell.ts';
import { defineJob } from '#platform/jobs/define.ts';
import { readFileSizes, readSizesIn, readTenantTables, replaceSizes } from './sizes.repo.ts';

/** Adds up what each organization takes. It reads every row, so it runs at night, or when an operator asks. */
export const countSizesJob = defineJob({
  name: 'count_sizes',
  queue: 'figures',
  payload: z.object({}),
  maxAttempts: 3,
  async run({ db, log }) {
    const database = new Map<string, number>();
    // A transaction for each table, so that none stays open for long.
    for (const table of await readTenantTables(db))
      for (const { organization_id: id, bytes } of await inTransaction(db, (tx) => readSizesIn(tx, table)))
        database.set(id, (database.get(id) ?? 0) + Number(bytes));
    const files = await readFileSizes(db);
    await inTransaction(db, (tx) => replaceSizes(tx, { database, files }));
    log.info({ organizations: database.size }, 'the sizes of all organizations are counted');
  },
});

export const countSizesTimetable = { job: countSizesJob, match: '20 3 * * *' };
