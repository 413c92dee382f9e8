import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Db } from '#platform/db/connect.ts';
import { defineJob } from '#platform/jobs/define.ts';
import * as repo from './rollup.repo.ts';
import { BATCH, refreshAnalytics } from './rollup.service.ts';

/** Counts what changed, every minute; one organization's trouble doesn't stop the others. */
export const refreshFigures = defineJob({
  name: 'refresh_figures',
  queue: 'figures',
  payload: z.object({}),
  async run({ db, inside, log }) {
    for (const { organizationId, exists } of await repo.changedOrganizations(db)) {
      try {
        if (!exists) await repo.forgetMarks(db, organizationId);
        else await refreshAll(inside({ organizationId }), organizationId);
      } catch (err) {
        log.warn({ err, organization_id: organizationId }, 'figures were not refreshed this time');
      }
    }
  },
});

export const figuresTimetable = { job: refreshFigures, match: '* * * * *' };

/** A change of many members marks thousands of days: after each part, calls have the database for as long as it took. */
async function refreshAll(db: Db, organizationId: string): Promise<void> {
  for (let counted = BATCH; counted > 0; ) {
    const began = performance.now();
    counted = await db.transaction().execute(async (tx) => {
      await repo.allowLongCount(tx);
      return refreshAnalytics(tx, organizationId);
    });
    if (counted === BATCH) await sleep(performance.now() - began);
  }
}
