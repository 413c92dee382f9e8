import type { LiveEventData, LiveEventType } from '@spotter/contract/events/live-events.ts';
import { WorkoutType } from '@spotter/contract/sessions/sessions.ts';
import type { Db } from '#platform/db/connect.ts';
import { tell } from '#platform/events/tell.ts';
import type { News } from '#platform/events/write.ts';
import type { SessionKey } from './session-lock.repo.ts';
import { readLeftAudience, type SessionNewsRow, sessionNews } from './sessions.events.repo.ts';
import type { SessionAudience } from './visibility.repo.ts';

type Made = { sessionId: string; creatorId: string; startsAt: Date };
type Kind = { organization_id: string; workout_type: string };

/** PostgreSQL adds these where it writes the event. */
type Added = 'session_id' | 'gym_id' | 'current_participants' | 'available_spots' | 'waitlist_count';
type Options = { hiddenFrom?: string; hasSpots?: boolean };

/** An event for every member who can see the session, except those hidden from its host or from `hiddenFrom`. */
export function sessionEvent<T extends LiveEventType>(
  { organizationId, sessionId }: SessionKey,
  type: T,
  data: Omit<LiveEventData<T>, Added>,
  { hiddenFrom, hasSpots = false }: Options = {},
): News {
  const row: SessionNewsRow = {
    type,
    data,
    session_id: sessionId,
    hidden_from: hiddenFrom ?? null,
    has_spots: hasSpots,
  };
  return { scope: organizationId, part: sessionNews, rows: [row] };
}

/** Announces new sessions of one kind to the gym. */
export function sessionsCreated(tx: Db, { organization_id, workout_type }: Kind, made: readonly Made[]): void {
  for (const { sessionId, creatorId, startsAt } of made) {
    const data = {
      creator_id: creatorId,
      start_time: startsAt.toISOString(),
      workout_type: WorkoutType.parse(workout_type),
    };
    tell(tx, sessionEvent({ organizationId: organization_id, sessionId }, 'session.created', data));
  }
}

/** `changed` names fields of Session. */
export const sessionUpdated = (tx: Db, key: SessionKey, changed: readonly string[]): void =>
  tell(tx, sessionEvent(key, 'session.updated', { changed: [...changed] }));

/** The same for those who saw it at a gym that it left, or that no longer sees it. */
export async function sessionLeftGym(tx: Db, key: SessionKey, changed: readonly string[], left: string): Promise<void> {
  const changesAudience = changed.includes('invite_only');
  const { gymId: gym_id, userIds, except } = await readLeftAudience(tx, { ...key, gymId: left, changesAudience });
  const data = { session_id: key.sessionId, gym_id, changed: [...changed] };
  tell(tx, { scope: key.organizationId, type: 'session.updated', data, to: userIds ?? { gymId: left, except } });
}

/** The session may be deleted with its host's account in the same transaction, so its audience is known already. */
export const sessionCancelled = (tx: Db, key: SessionKey, reason: string | null, heard: SessionAudience): void => {
  const { gymId, userIds, except } = heard;
  tell(tx, {
    scope: key.organizationId,
    type: 'session.cancelled',
    data: { session_id: key.sessionId, gym_id: gymId, reason },
    to: userIds ?? { gymId, except },
  });
};
