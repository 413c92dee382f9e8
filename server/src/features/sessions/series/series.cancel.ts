import { addDays } from '@spotter/contract/wall-clock.ts';
import type { Db } from '#platform/db/connect.ts';
import { endSession } from '../sessions.end.ts';
import { endSeries } from './series.make.ts';
import { ruleText, storedRule } from './series.rule.ts';
import { lockScope, notifyOnce, type SeriesScope, type Told } from './series.scope.ts';

type Cancelling = {
  organizationId: string;
  seriesId: string;
  sessionId: string;
  scope: SeriesScope;
  reason: string | null;
  actorId: string | null;
};

/** Cancels a series from one session on, or all upcoming sessions, and ends its rule there. */
export async function cancelSeries(tx: Db, { reason, actorId, ...asked }: Cancelling): Promise<void> {
  const { organizationId, seriesId } = asked;
  const { series, meant } = await lockScope(tx, asked);
  const rule = { ...storedRule(series.rrule), count: null, until: addDays(meant[0]!.occurrence_on, -1) };
  await endSeries(tx, series, ruleText(rule));
  const sessions: Told[] = [];
  for (const { id: sessionId } of meant) {
    const to = await endSession(tx, { organizationId, sessionId, reason, actorId });
    if (to.length > 0) sessions.push({ sessionId, to, data: { reason } });
  }
  notifyOnce(tx, { organizationId, actorId, kind: 'session_cancelled', seriesId, sessions });
}
