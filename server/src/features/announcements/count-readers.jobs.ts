import { sql } from 'kysely';
import { z } from 'zod';
import { defineJob } from '#platform/jobs/define.ts';

/** No transaction takes this long, so nobody's reading is committed later with an earlier time. */
const SETTLED = '10 minutes';

/** Counts who has read each announcement, so that a list of announcements to 50,000 members counts only the latest readers. */
export const countReaders = defineJob({
  name: 'count_announcement_readers',
  payload: z.object({}),
  async run({ db }) {
    await sql`with counted as (
        select a.organization_id, a.id, settled.until, (select count(*) from notifications n
          where n.organization_id = a.organization_id and n.announcement_id = a.id
            and n.read_at > a.reads_until and n.read_at <= settled.until) as more
        from announcements a, (select now() - ${SETTLED}::interval as until) settled where a.reads_until < settled.until)
      update announcements a set reads = a.reads + counted.more, reads_until = counted.until from counted
      where a.organization_id = counted.organization_id and a.id = counted.id and counted.more > 0`.execute(db);
  },
});

export const countReadersTimetable = { job: countReaders, match: '*/10 * * * *' };
