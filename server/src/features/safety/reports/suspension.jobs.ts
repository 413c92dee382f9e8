import { z } from 'zod';
import { defineJob } from '#platform/jobs/define.ts';
import { openSuspended } from './suspension.repo.ts';

/** Opens accounts again whose suspension is over. */
export const liftSuspensions = defineJob({
  name: 'lift_suspensions',
  payload: z.object({}),
  async run({ db, log }) {
    const accounts = await openSuspended(db);
    if (accounts > 0) log.info({ accounts }, 'suspended accounts are open again');
  },
});

export const liftSuspensionsTimetable = { job: liftSuspensions, match: '* * * * *' };
