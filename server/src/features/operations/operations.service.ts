import { mostMailsSentAgain } from '@spotter/contract/limits.ts';
import { audit } from '#platform/audit.ts';
import { spotterVersion } from '#platform/build-id.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail } from '#platform/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { enqueue } from '#platform/jobs/define.ts';
import { sendAgain } from '#platform/mail/queue.ts';
import { fingerprintsOf, keysOf } from '#platform/nodes/shared-keys.ts';
import { lockFailedJob, removeJob, restartJob } from './failed-jobs.repo.ts';
import { isFailedMail } from './failed-mails.repo.ts';
import { readOperations } from './operations.read.ts';
import { countSizesJob } from './sizes.jobs.ts';

export async function getOperations({ read, config }: Ctx) {
  const found = await readOperations(read, { keys: fingerprintsOf(keysOf(config)), hasLimits: config.RATE_LIMITS });
  return { version: spotterVersion(), ...found };
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

/** A mail that was given up is tried for another day. A second tap finds it queued, so that it goes out once. */
export async function sendMailAgain(ctx: Ctx, id: string): Promise<undefined> {
  await ctx.tx(async (tx) => {
    const [kind] = await sendAgain(tx, { id, most: 1 });
    if (!kind) throw fail((await isFailedMail(tx, id)) ? 'mail_expired' : 'mail_not_found');
    await audit(tx, ctx, { action: 'mail.sent_again', targetType: 'mail', data: { kind, mail_id: id } });
  });
}

export function sendAllMailsAgain(ctx: Ctx): Promise<{ queued: number }> {
  return ctx.tx(async (tx) => {
    const { length: queued } = await sendAgain(tx, { id: null, most: mostMailsSentAgain });
    if (queued > 0)
      await audit(tx, ctx, { action: 'mail.all_sent_again', targetType: 'mail', data: { mails: queued } });
    return { queued };
  });
}

export async function countSizes({ db }: Ctx) {
  await enqueue(db, countSizesJob, {}, { key: countSizesJob.name });
  return { is_counting: true as const };
}
