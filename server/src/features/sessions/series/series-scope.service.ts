import { notification } from '#features/notifications/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail } from '#platform/errors.ts';
import { tell } from '#platform/events/tell.ts';
import { refuseOver } from '../session-access.service.ts';
import { findSeriesOf, lockAhead, lockSeries, type Occurrence, type SeriesRow } from './series.read.ts';

export type SeriesScope = 'following' | 'all';

type Asked = { organizationId: string; seriesId: string; sessionId: string; scope: SeriesScope };

type Scoped = {
  series: SeriesRow;
  target: Occurrence;
  /** All upcoming sessions, by day. */
  ahead: Occurrence[];
  inScope: Occurrence[];
  isWhole: boolean;
};

/**
 * Locks a series, then its upcoming sessions in scope: all, or those from this day of the rule on. The rule's day
 * decides, even when a session was moved to another one.
 */
export async function lockScope(tx: Db, asked: Asked): Promise<Scoped> {
  const { organizationId, seriesId, sessionId, scope } = asked;
  const series = await lockSeries(tx, organizationId, seriesId);
  if (!series) throw fail('session_not_found');
  const rows = await lockAhead(tx, asked);
  const target = rows.find(({ id }) => id === sessionId);
  if (!target) return lockScope(tx, { ...asked, seriesId: await currentSeriesOf(tx, asked) });
  refuseOver(target);
  const ahead = rows.toSorted((a, b) => (a.occurrence_on < b.occurrence_on ? -1 : 1));
  const inScope = scope === 'all' ? ahead : ahead.filter(({ occurrence_on }) => occurrence_on >= target.occurrence_on);
  return { series, target, ahead, inScope, isWhole: inScope.length === ahead.length };
}

/** While the caller waited for the lock, the session may have moved to another series, which is always a newer one. */
async function currentSeriesOf(tx: Db, asked: Asked): Promise<string> {
  const seriesId = await findSeriesOf(tx, asked);
  if (!seriesId || seriesId === asked.seriesId) throw fail('session_not_found');
  return seriesId;
}

type By = { organizationId: string; actorId: string | null };
type Telling = By & {
  kind: 'session_changed' | 'session_cancelled';
  seriesId: string;
  /** Soonest first, with the members to notify and the text for each. */
  sessions: SessionNotice[];
  /** Members who have been notified already. */
  told?: Set<string>;
};
export type SessionNotice = { sessionId: string; to: readonly string[]; data: Record<string, unknown> };

/** Notifies each member once, about the first session they are in. */
export function notifyOnce(
  tx: Db,
  { organizationId, actorId, kind, seriesId, sessions, told = new Set() }: Telling,
): void {
  const about = { organizationId, kind, actorId, fold: `${kind}:series:${seriesId}` };
  const following = sessions.length > 1;
  for (const { sessionId, to, data } of sessions) {
    const people = to.filter((id) => !told.has(id));
    for (const id of people) told.add(id);
    tell(tx, notification({ ...about, to: people, sessionId, data: { following, ...data } }));
  }
}

/** A cancelled session: its day at the gym, and the members to notify. */
export type CancelledDate = { sessionId: string; day: string; to: readonly string[] };

/** Notifies each member once, of all their own dates that are cancelled. Returns the members. */
export function notifyCancelledDates(
  tx: Db,
  by: By,
  { reason, dates }: { reason: string; dates: readonly CancelledDate[] },
): Set<string> {
  const told = new Set(dates.flatMap(({ to }) => to));
  const datesOf = (id: string) => dates.filter(({ to }) => to.includes(id));
  const alike = Map.groupBy(told, (id) =>
    datesOf(id)
      .map(({ sessionId }) => sessionId)
      .join(),
  );
  for (const to of alike.values()) {
    const mine = datesOf(to[0]!);
    const days = mine.map(({ day }) => day).toSorted();
    const data = { reason, days };
    tell(tx, notification({ ...by, kind: 'session_cancelled', to, sessionId: mine[0]!.sessionId, data }));
  }
  return told;
}
