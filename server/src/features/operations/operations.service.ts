import { audit } from '#platform/audit.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail } from '#platform/http/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { enqueue } from '#platform/jobs/define.ts';
import { lockFailedJob, removeJob, restartJob } from './failed-jobs.repo.ts';
import { keysInUse, spotterVersion } from './heartbeat.service.ts';
import { readOperations } from './operations.read.ts';
import { countSizesJob } from './sizes.jobs.ts';

export async function getOperations({ read, config }: Ctx) {
  const found = await readOperations(read, { keys: keysInUse(config), hasLimits: config.RATE_LIMITS });
  return { version: spotterVersion, ...found };
}

/** The job gets all its attempts again. */
export async function retryJob(ctx: Ctx, id: string): Promise<undefined> {
  await ctx.tx(async (tx) => {
    const job = await takeFailedJob(tx, id);
    await restartJob(tx, id);
    await audit(tx, ctx, { action: 'job.retried', targetType: 'job', data: { job, job_id: id } });
  });
}

export async function discardJob(ctx: Ctx, id: string): Promise<undefined> {
  await ctx.tx(async (tx) => {
    const job = await takeFailedJob(tx, id);
    await removeJob(tx, id);
    await audit(tx, ctx, { action: 'job.discarded', targetType: 'job', data: { job, job_id: id } });
  });
}

/** Locked, so that of two operators the second finds what the first left. Jobs that never failed are nobody's to touch. */
async function takeFailedJob(tx: Db, id: string): Promise<string> {
  const found = await lockFailedJob(tx, id);
  if (!found) throw fail('job_not_found');
  if (found.is_running) throw fail('job_running');
  return found.job;
}

export async function countSizes({ db }: Ctx) {
  await enqueue(db, countSizesJob, {}, { key: countSizesJob.name });
  return { is_counting: true as const };
}
