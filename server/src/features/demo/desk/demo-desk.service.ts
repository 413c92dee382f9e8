import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import { listDemos as listEndpoint } from '@spotter/contract/desk/demos.ts';
import { audit } from '#platform/audit.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail } from '#platform/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { numberedLinks } from '#platform/http/page-links.ts';
import { enqueue } from '#platform/jobs/define.ts';
import { endDemos as endDemosJob } from '../demo.jobs.ts';
import { endDemos, readDemos } from '../demo-desk.repo.ts';
import { triedByArea } from './demo-areas.policy.ts';

export async function listDemos({ read }: Ctx, query: ParsedInput<typeof listEndpoint>['query']) {
  const { page, page_size: limit } = query;
  const { count, results } = await readDemos(read, { limit, offset: (page - 1) * limit });
  return {
    count,
    ...numberedLinks(listEndpoint, { query }, count),
    results: results.map((demo) => ({ ...demo, tried: triedByArea(demo.tried) })),
  };
}

/** Lets demos expire now. Their visitors are out at the next call, and a job removes the sandboxes. */
async function end(tx: Db, ctx: Ctx, id: string | null): Promise<number> {
  const { demos, userIds } = await endDemos(tx, id);
  if (demos > 0) await enqueue(tx, endDemosJob, {});
  for (const userId of userIds) ctx.rightsChanged(userId);
  return demos;
}

export async function deleteDemo(ctx: Ctx, id: string): Promise<undefined> {
  await ctx.tx(async (tx) => {
    if ((await end(tx, ctx, id)) === 0) throw fail('demo_not_found');
    await audit(tx, ctx, { action: 'demo.ended', targetType: 'demo', targetId: id });
  });
}

export function deleteAllDemos(ctx: Ctx): Promise<{ deleted: number }> {
  return ctx.tx(async (tx) => {
    const deleted = await end(tx, ctx, null);
    await audit(tx, ctx, { action: 'demo.all_ended', targetType: 'demo', data: { demos: deleted } });
    return { deleted };
  });
}
