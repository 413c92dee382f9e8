import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#platform/db/connect.ts';
import { inTransaction } from '#platform/events/tell.ts';
import { defineJob } from '#platform/jobs/define.ts';
import { organizationZone } from './retention.read.ts';
import { refreshRisks } from './risk-facts.ts';

/** The hour of the night at which an organization's risks are computed, by its own clock. */
const NIGHT_HOUR = 3;

// Before that hour it is still the day before, so a run at noon counts for the day that began last night.
const dueOn = `((now() at time zone ${organizationZone('o.id')}) - interval '${NIGHT_HOUR} hours')::date`;

/** Computes risks for every organization whose night has come, and at once for one that has none. */
export const refreshMemberRisks = defineJob({
  name: 'refresh_member_risks',
  payload: z.object({}),
  async run({ db, inside, now, log }) {
    const { rows } = await sql<{ organizationId: string }>`
      select o.id as "organizationId" from organizations o
      left join member_risk_runs r on r.organization_id = o.id
      where o.is_active and (r.computed_on is null or r.computed_on < ${sql.raw(dueOn)})
      order by r.computed_at nulls first, o.id`.execute(db);
    for (const { organizationId } of rows)
      await inTransaction(inside({ organizationId }), (tx) => refreshIn(tx, { organizationId, now })).catch((err) =>
        log.warn({ err, organization_id: organizationId }, 'risks were not computed this time'),
      );
  },
});

export const refreshMemberRisksTimetable = { job: refreshMemberRisks, match: '*/10 * * * *' };

/** The run's row is taken first, so that two runners don't compute the same night twice. */
export async function refreshIn(tx: Db, { organizationId, now }: { organizationId: string; now: Date }): Promise<void> {
  const { rows } = await sql`
    insert into member_risk_runs as r (organization_id, computed_on, computed_at)
    select o.id, ${sql.raw(dueOn)}, ${now} from organizations o where o.id = ${organizationId}
    on conflict (organization_id) do update set computed_on = excluded.computed_on, computed_at = excluded.computed_at
      where r.computed_on < excluded.computed_on
    returning r.organization_id`.execute(tx);
  if (rows.length === 0) return;
  // A large organization takes longer than a request may.
  await sql`set local statement_timeout = '10min'`.execute(tx);
  await refreshRisks(tx, { organizationId, now });
}
