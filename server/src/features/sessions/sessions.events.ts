import { WorkoutType } from '@spotter/contract/sessions/sessions.ts';
import { hiddenFrom } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { tell } from '#platform/events/tell.ts';

type Known = { organizationId: string; sessionId: string };
type InGym = { sessionId: string; gymId: string; except: string[] };

/** Every member who can see each session, except those blocked by or blocking its host. */
const audienceStatement = statement('session-audiences', { organizationId: 'uuid', sessionIds: 'uuid[]' })<InGym>(
  `select s.id as "sessionId", s.gym_id as "gymId", array(${hiddenFrom(['s.creator_id'])}) as except
  from sessions s where s.organization_id = $organizationId and s.id = any($sessionIds)`,
);

async function audienceOf(tx: Db, { organizationId, sessionId }: Known): Promise<InGym> {
  const [audience] = await run(tx, audienceStatement, { organizationId, sessionIds: [sessionId] });
  return audience!;
}

type Made = { sessionId: string; creatorId: string; startsAt: Date };
type Kind = { organization_id: string; workout_type: string };

/** Announces new sessions of one kind to the gym. */
export function sessionsCreated(tx: Db, { organization_id: scope, workout_type }: Kind, made: readonly Made[]): void {
  tell(tx, async () => {
    const sessionIds = made.map(({ sessionId }) => sessionId);
    const audiences = await run(tx, audienceStatement, { organizationId: scope, sessionIds });
    const byId = new Map(audiences.map((audience) => [audience.sessionId, audience]));
    return made.map(({ sessionId, creatorId, startsAt }) => {
      const { gymId, except } = byId.get(sessionId)!;
      const data = {
        session_id: sessionId,
        gym_id: gymId,
        creator_id: creatorId,
        start_time: startsAt.toISOString(),
        workout_type: WorkoutType.parse(workout_type),
      };
      return { scope, type: 'session.created', data, to: { gymId, except } };
    });
  });
}

/** `changed` names fields of Session; a gym it `left` gets the event too. */
export function sessionUpdated(tx: Db, known: Known, changed: readonly string[], left: string | null = null): void {
  tell(tx, async () => {
    const { gymId, except } = await audienceOf(tx, known);
    const data = { session_id: known.sessionId, gym_id: gymId, changed: [...changed] };
    const gyms = left ? [gymId, left] : [gymId];
    return gyms.map((gym) => ({
      scope: known.organizationId,
      type: 'session.updated',
      data,
      to: { gymId: gym, except },
    }));
  });
}

export function sessionCancelled(tx: Db, known: Known, reason: string | null): void {
  tell(tx, async () => {
    const { gymId, except } = await audienceOf(tx, known);
    const data = { session_id: known.sessionId, gym_id: gymId, reason };
    return [{ scope: known.organizationId, type: 'session.cancelled', data, to: { gymId, except } }];
  });
}
