import { z } from 'zod';
import type { Db } from '#platform/db/connect.ts';
import { inTransaction } from '#platform/events/tell.ts';
import { defineJob, type JobCtx } from '#platform/jobs/define.ts';
import { learnFromTooYoung } from './learning/learn.service.ts';
import { learnApart } from './learning/learn-apart.service.ts';
import { allowLongRun } from './learning/learning.repo.ts';
import { ownWeights } from './model/risk.policy.ts';
import * as models from './model/risk-models.repo.ts';
import { riskWeights } from './model/risk-weights.generated.ts';
import { refreshRisks } from './risk-facts.repo.ts';
import { nameMembers } from './risk-names.repo.ts';
import * as repo from './risk-runs.repo.ts';

/** Computes risks for every organization whose night has come, and at once for one that has none. */
export const refreshMemberRisks = defineJob({
  name: 'refresh_member_risks',
  queue: 'figures',
  payload: z.object({}),
  async run(ctx) {
    for (const { organizationId } of await repo.findDue(ctx.db))
      await refreshNight(ctx, { organizationId, now: ctx.now });
  },
});

export const refreshMemberRisksTimetable = { job: refreshMemberRisks, match: '*/10 * * * *' };

type Night = { organizationId: string; now: Date };

/** Learns when it is time, then computes. What fails is tried again the next night, not every ten minutes. */
export async function refreshNight(
  { inside, databaseUrl, log }: Pick<JobCtx, 'inside' | 'databaseUrl' | 'log'>,
  night: Night,
): Promise<void> {
  const { organizationId } = night;
  const db = inside({ organizationId });
  const warn = (message: string) => (err: unknown) => log.warn({ err, organization_id: organizationId }, message);
  await learnWeekly(db, databaseUrl, night).catch(warn('nothing was learned from the history this time'));
  try {
    await inTransaction(db, (tx) => refreshIn(tx, night));
  } catch (err) {
    warn('risks were not computed this time')(err);
    await repo.takeRun(db, night).catch(warn('the failed night was not noted'));
  }
}

/**
 * Outside any transaction of this process: it takes minutes in a large organization. A new one needs no process, whose start
 * takes seconds of processor time.
 */
async function learnWeekly(db: Db, databaseUrl: string, night: Night): Promise<void> {
  const latest = await models.findModel(db, night);
  if (latest?.is_fresh && (!latest.weights || ownWeights(latest.weights))) return;
  const { organizationId, now } = night;
  const { found, leastSlipping } =
    (await learnFromTooYoung(db, night)) ?? (await learnApart({ databaseUrl, organizationId, now: now.toISOString() }));
  await models.storeModel(db, { ...night, ...found, leastSlipping });
}

/** The run's row is taken first, so that two runners don't compute the same night twice. */
export async function refreshIn(tx: Db, night: Night): Promise<void> {
  if (!(await repo.takeRun(tx, night))) return;
  await allowLongRun(tx);
  const latest = await models.findModel(tx, night);
  await refreshRisks(tx, { ...night, weights: ownWeights(latest?.weights ?? null) ?? riskWeights });
  await nameMembers(tx, night);
}
