import { sql } from 'kysely';
import { z } from 'zod';
import { defineJob } from '#platform/jobs/define.ts';

/** Opens accounts again whose suspension is over. */
export const liftSuspensions = defineJob({
  name: 'lift_suspensions',
  payload: z.object({}),
  async run({ db, log }) {
    const { rows } = await sql<{ id: string }>`
      update users set is_active = true where suspended_until <= now() returning id`.execute(db);
    if (rows.length > 0) log.info({ accounts: rows.length }, 'suspended accounts are open again');
  },
});

export const liftSuspensionsTimetable = { job: liftSuspensions, match: '* * * * *' };
