import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import type { Calibration } from './calibration.policy.ts';
import type { Weights } from './risk.policy.ts';

/** How long a look at the history holds: a few more days would hardly change it. */
const FRESH_DAYS = 7;

const modelStatement = statement('risk-model', { organizationId: 'uuid', now: 'timestamptz' })<{
  weights: Weights | null;
  is_fresh: boolean;
}>(
  `select weights, made_at > $now - interval '${FRESH_DAYS} days' as is_fresh from member_risk_models
  where organization_id = $organizationId`,
);

/** The latest look at an organization's history; undefined before the first. */
export async function findModel(tx: Db, asked: { organizationId: string; now: Date }) {
  const [model] = await run(tx, modelStatement, asked);
  return model;
}

const storeStatement = statement('store-risk-model', {
  organizationId: 'uuid',
  now: 'timestamptz',
  weights: 'jsonb?',
  leastSlipping: 'float8?',
  lacks: 'text?',
  weeks: 'int',
  members: 'int',
  leavers: 'int',
})(
  `insert into member_risk_models (organization_id, made_at, weights, least_slipping, lacks, weeks, members, leavers)
  values ($organizationId, $now, $weights, $leastSlipping, $lacks, $weeks, $members, $leavers)
  on conflict (organization_id) do update set made_at = excluded.made_at, weights = excluded.weights,
    least_slipping = excluded.least_slipping,
    lacks = excluded.lacks, weeks = excluded.weeks, members = excluded.members, leavers = excluded.leavers`,
);

export async function storeModel(
  tx: Db,
  { weights, ...found }: Calibration & { organizationId: string; now: Date; leastSlipping: number | null },
): Promise<void> {
  await run(tx, storeStatement, { ...found, weights: weights && JSON.stringify(weights) });
}
