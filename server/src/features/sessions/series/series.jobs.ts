import { seriesLimits } from '@spotter/contract/sessions/limits.ts';
import { z } from 'zod';
import { inTransaction } from '#platform/events/tell.ts';
import { defineJob } from '#platform/jobs/define.ts';
import { sessionsCreated } from '../sessions.events.ts';
import { findDueSeries, lockSeries } from './series.read.ts';
import { makeOccurrences } from './series-make.service.ts';

const BATCH = 200;

const NIL_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Keeps every series' sessions made ahead. Each series has a separate transaction, so one failure does not stop the
 * rest.
 */
export const extendSeries = defineJob({
  name: 'extend_series',
  payload: z.object({}),
  async run({ db, inside, log }) {
    let cursor = { organizationId: NIL_ID, id: NIL_ID };
    let failed = 0;
    for (let batch = BATCH; batch === BATCH; ) {
      const due = await findDueSeries(db, cursor, { daysAhead: seriesLimits.daysAhead, most: BATCH });
      batch = due.length;
      for (const { organizationId, id } of due) {
        cursor = { organizationId, id };
        try {
          await inTransaction(inside({ organizationId }), async (tx) => {
            const series = await lockSeries(tx, organizationId, id);
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
