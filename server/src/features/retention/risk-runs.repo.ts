import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { organizationZone } from './retention.read.ts';

/** The hour of the night at which an organization's risks are computed, by its own clock. */
const NIGHT_HOUR = 3;

// Before that hour it is still the day before, so a run at noon counts for the day that began last night.
const dueOn = `((now() at time zone ${organizationZone('o.id')}) - interval '${NIGHT_HOUR} hours')::date`;

const dueStatement = statement(
  'due-risk-runs',
  {},
)<{ organizationId: string }>(
  `select o.id as "organizationId" from organizations o
  left join member_risk_runs r on r.organization_id = o.id
  where o.is_active and (r.computed_on is null or r.computed_on < ${dueOn})
  order by r.computed_at nulls first, o.id`,
);

/** The organizations whose night has come, and those without any run. */
export const findDue = (db: Db) => run(db, dueStatement, {});

const takeStatement = statement('take-risk-run', { organizationId: 'uuid', now: 'timestamptz' })<{
  organization_id: string;
}>(
  `insert into member_risk_runs as r (organization_id, computed_on, computed_at)
  select o.id, ${dueOn}, $now from organizations o where o.id = $organizationId
  on conflict (organization_id) do update set computed_on = excluded.computed_on, computed_at = excluded.computed_at
    where r.computed_on < excluded.computed_on
  returning r.organization_id`,
);

/** Returns false when another runner has this night already. */
export const takeRun = async (tx: Db, night: { organizationId: string; now: Date }): Promise<boolean> =>
  (await run(tx, takeStatement, night)).length > 0;
