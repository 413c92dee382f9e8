import { z } from 'zod';
import { defineJob } from '#platform/jobs/define.ts';
import { removeExpiredDemos } from './demo.service.ts';

/** Only cleans up: the server refuses an expired demo whether or not this job has run. */
export const endDemos = defineJob({
  name: 'end_demos',
  payload: z.object({}),
  async run(ctx) {
    const removed = await removeExpiredDemos(ctx);
    if (removed > 0) ctx.log.info({ removed }, 'demos that are over are cleared away');
  },
});

export const endDemosTimetable = { job: endDemos, match: '*/2 * * * *' };
