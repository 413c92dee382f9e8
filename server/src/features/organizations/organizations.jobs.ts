import { z } from 'zod';
import { inTransaction } from '#platform/events/tell.ts';
import { defineJob } from '#platform/jobs/define.ts';
import { readDueIds } from './organizations-deletion.repo.ts';
import { removeForGood } from './organizations-deletion.service.ts';

/** Removes organizations that were deleted 30 days ago, each in a transaction of its own. */
export const removeOrganizations = defineJob({
  name: 'remove_organizations',
  queue: 'figures',
  payload: z.object({}),
  async run({ db, log }) {
    for (const id of await readDueIds(db))
      if (await inTransaction(db, (tx) => removeForGood(tx, id)))
        log.info({ organization: id }, 'a deleted organization is removed for good');
  },
});

export const removeOrganizationsTimetable = { job: removeOrganizations, match: '50 3 * * *' };
