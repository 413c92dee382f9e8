import { z } from 'zod';
import type { Db } from '#platform/db/connect.ts';
import { inTransaction } from '#platform/events/tell.ts';
import { defineJob } from '#platform/jobs/define.ts';
import { refreshRisks } from './risk-facts.repo.ts';
import * as repo from './risk-runs.repo.ts';

/** Computes risks for every organization whose night has come, and at once for one that has none. */
export const refreshMemberRisks = defineJob({
  name: 'refresh_member_risks',
  queue: 'figures',
  payload: z.object({}),
  async run({ db, inside, now, log }) {
    for (const { organizationId } of await repo.findDue(db))
      await inTransaction(inside({ organizationId }), (tx) => refreshIn(tx, { organizationId, now })).catch((err) =>
        log.warn({ err, organization_id: organizationId }, 'risks were not computed this time'),
      );
  },
});

export const refreshMemberRisksTimetable = { job: refreshMemberRisks, match: '*/10 * * * *' };

/** The run's row is taken first, so that two runners don't compute the same night twice. */
export async function refreshIn(tx: Db, { organizationId, now }: { organizationId: string; now: Date }): Promise<void> {
  if (!(await repo.takeRun(tx, { organizationId, now }))) return;
  await repo.allowLongRun(tx);
  await refreshRisks(tx, { organizationId, now });
}
