import { sql } from 'kysely';
import { notification } from '#features/notifications/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { tell } from '#platform/events/tell.ts';
import { fail } from '#platform/http/errors.ts';
import { refuseOver } from '../session-access.ts';
import type { SessionRow } from '../session-values.ts';
import { lockSeries, occurrenceStart, type SeriesRow } from './series.make.ts';

export type SeriesScope = 'following' | 'all';
/** One of a series' sessions: it always has the day the rule gave it. */
export type Occurrence = SessionRow & { occurrence_on: string };

type Asked = { organizationId: string; seriesId: string; sessionId: string; scope: SeriesScope };

type Scoped = {
  series: SeriesRow;
  target: Occurrence;
  /** All to come, by their day. */
  ahead: Occurrence[];
  meant: Occurrence[];
  isWhole: boolean;
};

/**
 * Locks a series, then its sessions to come that are meant: all, or those of this day of the rule and later. Where an
 * occurrence was moved to does not matter for that, only which one it is.
 */
export async function lockScope(tx: Db, asked: Asked): Promise<Scoped> {
  const { organizationId, seriesId, sessionId, scope } = asked;
  const series = await lockSeries(tx, organizationId, seriesId);
  if (!series) throw fail('session_not_found');
  const rows = (await tx
    .selectFrom('sessions')
    .selectAll()
    .select(sql<Date>`now()`.as('now'))
    .where('organization_id', '=', organizationId)
    .where('series_id', '=', seriesId)
    .where((eb) =>
      eb.or([eb('id', '=', sessionId), eb.and([eb('status', '=', 'active'), eb('starts_at', '>', sql<Date>`now()`)])]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()) as Occurrence[];
  const target = rows.find(({ id }) => id === sessionId);
  if (!target) return lockScope(tx, { ...asked, seriesId: await seriesNowOf(tx, asked) });
  refuseOver(target);
  const ahead = rows.toSorted((a, b) => (a.occurrence_on < b.occurrence_on ? -1 : 1));
  const meant = scope === 'all' ? ahead : ahead.filter(({ occurrence_on }) => occurrence_on >= target.occurrence_on);
  return { series, target, ahead, meant, isWhole: meant.length === ahead.length };
}

/** While its series was waited for, a session may have gone on in another, which is newer than any it was in before. */
async function seriesNowOf(tx: Db, { organizationId, seriesId, sessionId }: Asked): Promise<string> {
  const session = await tx
    .selectFrom('sessions')
    .select('series_id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', sessionId)
    .executeTakeFirst();
  if (!session?.series_id || session.series_id === seriesId) throw fail('session_not_found');
  return session.series_id;
}

/** Whether somebody gave this one a time of its own. */
export const wasMoved = (series: SeriesRow, { occurrence_on, starts_at }: Occurrence): boolean =>
  occurrenceStart(series, occurrence_on).getTime() !== starts_at.getTime();

type Telling = {
  organizationId: string;
  actorId: string | null;
  kind: 'session_changed' | 'session_cancelled';
  seriesId: string;
  /** Soonest first, with whom to tell of each and what. */
  sessions: Told[];
  /** Who has been told already. */
  told?: Set<string>;
};
export type Told = { sessionId: string; to: readonly string[]; data: Record<string, unknown> };

/** Tells everybody once, of the first of the sessions that they are in, that it and those that follow are meant. */
export function tellOnce(
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
