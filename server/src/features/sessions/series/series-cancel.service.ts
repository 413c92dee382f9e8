import { addDays } from '@spotter/contract/wall-clock.ts';
import type { Db } from '#platform/db/connect.ts';
import { endSession } from '../sessions-end.service.ts';
import { endSeries } from './series.write.ts';
import { ruleText, storedRule } from './series-rule.policy.ts';
import {
  type CancelledDate,
  lockScope,
  notifyCancelledDates,
  notifyOnce,
  type SeriesScope,
  type SessionNotice,
} from './series-scope.service.ts';

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
  const { series, inScope } = await lockScope(tx, asked);
  const rule = { ...storedRule(series.rrule), count: null, until: addDays(inScope[0]!.occurrence_on, -1) };
  await endSeries(tx, series, ruleText(rule));
  const sessions: SessionNotice[] = [];
  for (const { id: sessionId } of inScope) {
    const to = await endSession(tx, { organizationId, sessionId, reason, actorId });
    if (to.length > 0) sessions.push({ sessionId, to, data: { reason } });
  }
  notifyOnce(tx, { organizationId, actorId, kind: 'session_cancelled', seriesId, sessions });
}

type Some = {
  organizationId: string;
  /** Of any series, or none, each with its day at the gym. */
  sessions: readonly { id: string; seriesId: string | null; day: string }[];
  reason: string;
  actorId: string | null;
};

/** Cancels these sessions. A member of several dates of one series hears of all of them at once. */
export async function cancelSome(tx: Db, { organizationId, sessions, reason, actorId }: Some): Promise<void> {
  for (const group of Map.groupBy(sessions, ({ id, seriesId }) => seriesId ?? id).values()) {
    const dates: CancelledDate[] = [];
    for (const { id: sessionId, day } of group)
      dates.push({ sessionId, day, to: await endSession(tx, { organizationId, sessionId, reason, actorId }) });
    notifyCancelledDates(tx, { organizationId, actorId }, { reason, dates });
  }
}
