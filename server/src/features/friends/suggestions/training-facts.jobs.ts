import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Db } from '#platform/db/connect.ts';
import { defineJob } from '#platform/jobs/define.ts';
import { findDue, forgetMarks } from './training-facts.repo.ts';
import { BATCH, refreshFacts } from './training-facts.service.ts';

/**
 * Counts the facts of members who trained or changed, every minute; one organization's trouble doesn't stop the others. A
 * new demo is counted at once.
 */
export const refreshTrainingFacts = defineJob({
  name: 'refresh_training_facts',
  payload: z.object({ organizationId: z.uuid().optional() }),
  async run({ db, inside, log }, only) {
    const due = only.organizationId ? [{ organizationId: only.organizationId, exists: true }] : await findDue(db);
    for (const { organizationId, exists } of due) {
      try {
        if (!exists) await forgetMarks(db, organizationId);
        else await refreshAll(inside({ organizationId }), organizationId);
      } catch (err) {
        log.warn({ err, organization_id: organizationId }, 'training facts were not refreshed this time');
      }
    }
  },
});

export const trainingFactsTimetable = { job: refreshTrainingFacts, match: '* * * * *' };

/** After each part, calls have the database for as long as it took. */
async function refreshAll(db: Db, organizationId: string): Promise<void> {
  for (let counted = BATCH; counted === BATCH; ) {
    const began = performance.now();
    counted = await db.transaction().execute((tx) => refreshFacts(tx, organizationId));
    if (counted === BATCH) await sleep(performance.now() - began);
  }
}
