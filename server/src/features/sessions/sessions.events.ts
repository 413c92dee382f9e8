import { WorkoutType } from '@spotter/contract/sessions/sessions.ts';
import type { Db } from '#platform/db/connect.ts';
import { tell } from '#platform/events/tell.ts';
import * as repo from './sessions.events.repo.ts';

type Known = { organizationId: string; sessionId: string };
type Made = { sessionId: string; creatorId: string; startsAt: Date };
type Kind = { organization_id: string; workout_type: string };

/** Announces new sessions of one kind to the gym. */
export function sessionsCreated(tx: Db, { organization_id: scope, workout_type }: Kind, made: readonly Made[]): void {
  tell(tx, async () => {
    const sessionIds = made.map(({ sessionId }) => sessionId);
    const audiences = await repo.readAudiences(tx, { organizationId: scope, sessionIds });
    const byId = new Map(audiences.map((audience) => [audience.sessionId, audience]));
    return made.map(({ sessionId, creatorId, startsAt }) => {
      const { gymId, user_ids, except_ids: except } = byId.get(sessionId)!;
      const data = {
        session_id: sessionId,
        gym_id: gymId,
        creator_id: creatorId,
        start_time: startsAt.toISOString(),
        workout_type: WorkoutType.parse(workout_type),
      };
      return { scope, type: 'session.created', data, to: user_ids ?? { gymId, except } };
    });
  });
}

/** `changed` names fields of Session; a gym that it `left`, or that no longer sees it, gets the event too. */
export const sessionUpdated = (tx: Db, known: Known, changed: readonly string[], left: string | null = null): void =>
  tell(tx, { scope: known.organizationId, ...repo.updated({ ...known, changed, left }) });

export const sessionCancelled = (tx: Db, known: Known, reason: string | null): void =>
  tell(tx, { scope: known.organizationId, ...repo.cancelled({ ...known, reason }) });
