import type { MemberCtx } from '#platform/http/handlers.ts';
import { cancelSeries } from './series/series-cancel.service.ts';
import { actorOf, lockSession, refuseNonManagers, refuseOver } from './session-access.service.ts';
import { cancelOne } from './sessions-end.service.ts';

type Query = { scope: 'this' | 'following' | 'all'; reason?: string | undefined };

export async function cancelSession(ctx: MemberCtx, sessionId: string, query: Query): Promise<undefined> {
  const { caller } = ctx;
  const { organizationId } = caller;
  await ctx.tx(async (tx) => {
    const { series_id: seriesId } = await refuseNonManagers(tx, caller, sessionId);
    const cancelling = { organizationId, sessionId, reason: query.reason || null, actorId: actorOf(caller) };
    const { scope } = query;
    if (seriesId && scope !== 'this') return cancelSeries(tx, { ...cancelling, seriesId, scope });
    refuseOver(await lockSession(tx, { organizationId, sessionId }));
    return cancelOne(tx, cancelling);
  });
}
