import { z } from 'zod';
import { inTransaction } from '#platform/events/tell.ts';
import { defineJob } from '#platform/jobs/define.ts';
import { readDueIds } from './organizations-deletion.repo.ts';
import { removeForGood } from './organizations-deletion.service.ts';

/** Removes organizations that were deleted 30 days ago, each in a transaction of its own: one that fails keeps no other. */
export const removeOrganizations = defineJob({
  name: 'remove_organizations',
  queue: 'figures',
  payload: z.object({}),
  async run({ db, log }) {
    let failed = 0;
    for (const id of await readDueIds(db))
      try {
        if (await inTransaction(db, (tx) => removeForGood(tx, id)))
          log.info({ organization: id }, 'a deleted organization is removed for good');
      } catch (err) {
        failed += 1;
        log.error({ err, organization: id }, 'a deleted organization could not be removed');
      }
    if (failed > 0) throw new Error(`${failed} deleted organizations could not be removed.`);
  },
});

export const removeOrganizationsTimetable = { job: removeOrganizations, match: '50 3 * * *' };
