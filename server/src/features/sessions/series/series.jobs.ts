import { seriesLimits } from '@spotter/contract/sessions/limits.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#platform/db/connect.ts';
import { inTransaction } from '#platform/events/tell.ts';
import { defineJob } from '#platform/jobs/define.ts';
import { sessionsCreated } from '../sessions.events.ts';
import { lockSeries, makeOccurrences } from './series.make.ts';

const BATCH = 200;

/** The next batch of series whose sessions do not reach far enough ahead. */
const due = (db: Db, after: { organization_id: string; id: string }) =>
  sql<{ organization_id: string; id: string }>`
    select r.organization_id, r.id from session_series r
      join gyms g on g.organization_id = r.organization_id and g.id = r.gym_id and g.is_active
      join organizations o on o.id = r.organization_id and o.is_active and not o.is_demo
    where r.ended_at is null and (r.made_until is null or r.made_until < (now() at time zone r.timezone)::date + ${seriesLimits.daysAhead}::int)
      and (r.organization_id, r.id) > (${after.organization_id}::uuid, ${after.id}::uuid)
    order by r.organization_id, r.id limit ${BATCH}`.execute(db);

const NIL_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Keeps every series' sessions made ahead. Each series has a separate transaction, so one failure does not stop the
 * rest.
 */
export const extendSeries = defineJob({
  name: 'extend_series',
  payload: z.object({}),
  async run({ db, inside, log }) {
    let cursor = { organization_id: NIL_ID, id: NIL_ID };
    let failed = 0;
    for (let batch = BATCH; batch === BATCH; ) {
      const { rows } = await due(db, cursor);
      batch = rows.length;
      for (const { organization_id, id } of rows) {
        cursor = { organization_id, id };
        try {
          await inTransaction(inside({ organizationId: organization_id }), async (tx) => {
            const series = await lockSeries(tx, organization_id, id);
            if (!series || series.ended_at) return;
            sessionsCreated(tx, series, await makeOccurrences(tx, series));
          });
        } catch (err) {
          failed += 1;
          log.error({ err, series_id: id }, 'a repeating session could not be made further ahead');
        }
      }
    }
    if (failed > 0) throw new Error(`${failed} repeating sessions could not be made further ahead.`);
  },
});

export const extendSeriesTimetable = { job: extendSeries, match: '17 * * * *' };
