import { z } from 'zod';
import { defineJob } from '#platform/jobs/define.ts';
import { countSettledReaders } from './announcements.write.ts';

/** Counts who has read each announcement, so that a list of announcements to 50,000 members counts only the latest readers. */
export const countReaders = defineJob({
  name: 'count_announcement_readers',
  payload: z.object({}),
  async run({ db }) {
    await countSettledReaders(db);
  },
});

export const countReadersTimetable = { job: countReaders, match: '*/10 * * * *' };
