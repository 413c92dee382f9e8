import { z } from 'zod';
import { inTransaction } from '#platform/events/tell.ts';
import { defineJob } from '#platform/jobs/define.ts';
import { leaveVisits } from './emulation.service.ts';

/** Visits also end without a call: after an hour, with the organization, or with the sign-in behind them. */
export const leaveEndedVisits = defineJob({
  name: 'leave_ended_visits',
  payload: z.object({}),
  async run({ db, log }) {
    const visits = await inTransaction(db, (tx) => leaveVisits(tx, 'ended', 'leave_ended_visits'));
    if (visits > 0) log.info({ visits }, 'ended visits are logged');
  },
});

export const leaveEndedVisitsTimetable = { job: leaveEndedVisits, match: '* * * * *' };
