import { z } from 'zod';
import { defineJob } from '#platform/jobs/define.ts';
import * as repo from './rollup.repo.ts';
import { refreshAnalytics } from './rollup.service.ts';

/** Counts what changed, every minute; one organization's trouble doesn't stop the others. */
export const refreshFigures = defineJob({
  name: 'refresh_figures',
  payload: z.object({}),
  async run({ db, inside, log }) {
    for (const { organizationId, exists } of await repo.changedOrganizations(db)) {
      try {
        if (!exists) await repo.forgetMarks(db, organizationId);
        else
          while (
            (await inside({ organizationId })
              .transaction()
              .execute(async (tx) => {
                await repo.allowLongCount(tx);
                return refreshAnalytics(tx, organizationId);
              })) > 0
          );
      } catch (err) {
        log.warn({ err, organization_id: organizationId }, 'figures were not refreshed this time');
      }
    }
  },
});

export const figuresTimetable = { job: refreshFigures, match: '* * * * *' };
