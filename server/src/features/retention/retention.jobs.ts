import { z } from 'zod';
import type { Db } from '#platform/db/connect.ts';
import { inTransaction } from '#platform/events/tell.ts';
import { defineJob } from '#platform/jobs/define.ts';
import { calibrate, momentsOf, type OwnExample, weeksOf } from './model/calibration.policy.ts';
import { ownWeights, type Weights } from './model/risk.policy.ts';
import * as models from './model/risk-models.repo.ts';
import { riskWeights } from './model/risk-weights.generated.ts';
import { readExamples, refreshRisks } from './risk-facts.repo.ts';
import { nameMembers } from './risk-names.repo.ts';
import * as repo from './risk-runs.repo.ts';

/** Computes risks for every organization whose night has come, and at once for one that has none. */
export const refreshMemberRisks = defineJob({
  name: 'refresh_member_risks',
  queue: 'figures',
  payload: z.object({}),
  async run({ db, inside, now, log }) {
    for (const { organizationId } of await repo.findDue(db))
      await inTransaction(inside({ organizationId }), (tx) => refreshIn(tx, { organizationId, now })).catch((err) =>
        log.warn({ err, organization_id: organizationId }, 'risks were not computed this time'),
      );
  },
});

export const refreshMemberRisksTimetable = { job: refreshMemberRisks, match: '*/10 * * * *' };

type Night = { organizationId: string; now: Date };

/** The run's row is taken first, so that two runners don't compute the same night twice. */
export async function refreshIn(tx: Db, night: Night): Promise<void> {
  if (!(await repo.takeRun(tx, night))) return;
  await repo.allowLongRun(tx);
  await refreshRisks(tx, { ...night, weights: await weightsFor(tx, night) });
  await nameMembers(tx, night);
}

/** The organization's own weights where its history is enough to learn from, otherwise the shipped ones. */
async function weightsFor(tx: Db, night: Night): Promise<Weights> {
  const known = await models.findModel(tx, night);
  const own = ownWeights(known?.weights ?? null);
  if (known?.is_fresh && (own || !known.weights)) return own ?? riskWeights;
  const moments = momentsOf(await models.findFirstSession(tx, night.organizationId), night.now);
  const examples: OwnExample[] = [];
  for (const now of moments) examples.push(...(await readExamples(tx, { ...night, now })));
  const found = calibrate(weeksOf(moments), examples);
  await models.storeModel(tx, { ...night, ...found });
  return found.weights ?? riskWeights;
}
