import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import { listDemoDataJobs as listEndpoint } from '@spotter/contract/desk/demo-data.ts';
import { audit } from '#platform/audit.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail } from '#platform/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { numberedLinks } from '#platform/http/page-links.ts';
import { newId } from '#platform/ids.ts';
import { enqueue } from '#platform/jobs/define.ts';
import { closeAndRemove, makeDemoData } from './demo-data.jobs.ts';
import { type DemoDataJob, type DemoGym, endJob, insertJob, readJob, readJobs } from './demo-data.repo.ts';

export async function listDemoDataJobs({ read }: Ctx, query: ParsedInput<typeof listEndpoint>['query']) {
  const { page, page_size: limit } = query;
  const { count, results } = await readJobs(read, { limit, offset: (page - 1) * limit });
  return { count, ...numberedLinks(listEndpoint, { query }, count), results };
}

async function found(db: Db, id: string): Promise<DemoDataJob> {
  const job = await readJob(db, id);
  if (!job) throw fail('job_not_found');
  return job;
}

export const getDemoDataJob = ({ db }: Ctx, id: string) => found(db, id);

/** One at a time, so that two operators don't fill the machine twice. */
export function generateDemoData(ctx: Ctx, gym: DemoGym): Promise<DemoDataJob> {
  return ctx.tx(async (tx) => {
    const id = newId();
    if (!(await insertJob(tx, { ...gym, id, requested_by: ctx.caller.userId }))) throw fail('demo_data_running');
    await audit(tx, ctx, { action: 'demo_data.started', targetType: 'demo_data', targetId: id, data: gym });
    await enqueue(tx, makeDemoData, { id });
    return found(tx, id);
  });
}

/** The job stops before its next chunk, and what it has made is removed. */
export function cancelDemoDataJob(ctx: Ctx, id: string): Promise<DemoDataJob> {
  return ctx.tx(async (tx) => {
    if (!(await endJob(tx, id, { from: ['queued', 'running'], to: 'cancelled' }))) {
      await found(tx, id);
      throw fail('job_finished');
    }
    await audit(tx, ctx, { action: 'demo_data.cancelled', targetType: 'demo_data', targetId: id });
    return beginRemoval(tx, id);
  });
}

/** Everything the job made. Asking again is harmless, and goes on with a removal that was given up. */
export function removeDemoData(ctx: Ctx, id: string): Promise<DemoDataJob> {
  return ctx.tx(async (tx) => {
    if (await endJob(tx, id, { from: ['done'], to: 'removed' }))
      await audit(tx, ctx, { action: 'demo_data.removed', targetType: 'demo_data', targetId: id });
    else if (['queued', 'running'].includes((await found(tx, id)).status)) throw fail('job_not_finished');
    return beginRemoval(tx, id);
  });
}

async function beginRemoval(tx: Db, id: string): Promise<DemoDataJob> {
  const job = await found(tx, id);
  if (job.organization_id) await closeAndRemove(tx, { id, organizationId: job.organization_id });
  return job;
}
