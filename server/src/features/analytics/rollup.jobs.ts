import { sql } from 'kysely';
import { z } from 'zod';
import { defineJob } from '#platform/jobs/define.ts';
import { refreshAnalytics } from './rollup.ts';

/** Counts what changed, every minute; one organization's trouble doesn't stop the others. */
export const refreshFigures = defineJob({
  name: 'refresh_figures',
  payload: z.object({}),
  async run({ db, inside, log }) {
    const { rows } = await sql<{ organizationId: string; exists: boolean }>`
      select c.organization_id as "organizationId", o.id is not null as exists
      from (select distinct organization_id from analytics_changes) c left join organizations o on o.id = c.organization_id`.execute(
      db,
    );
    for (const { organizationId, exists } of rows) {
      try {
        if (!exists) await db.deleteFrom('analytics_changes').where('organization_id', '=', organizationId).execute();
        else
          while (
            (await inside({ organizationId })
              .transaction()
              .execute(async (tx) => {
                // The first count of a large organization takes longer than a request may.
                await sql`set local statement_timeout = '5min'`.execute(tx);
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
