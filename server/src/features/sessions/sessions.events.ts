import type { LiveEvent } from '@spotter/contract/events/live-events.ts';
import { WorkoutType } from '@spotter/contract/sessions/sessions.ts';
import { hiddenFrom } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { tell } from '#platform/events/tell.ts';
import { foundEvents } from '#platform/events/write.ts';
import { audienceSql } from './visibility.ts';

type Known = { organizationId: string; sessionId: string };
type Heard = { sessionId: string; gymId: string; user_ids: string[] | null; except_ids: string[] };

/** Every member who can see each session, except those blocked by or blocking its host. */
const audienceStatement = statement('session-audiences', { organizationId: 'uuid', sessionIds: 'uuid[]' })<Heard>(
  `select s.id as "sessionId", s.gym_id as "gymId", ${audienceSql(['s.creator_id'])}
  from sessions s where s.organization_id = $organizationId and s.id = any($sessionIds)`,
);

type Made = { sessionId: string; creatorId: string; startsAt: Date };
type Kind = { organization_id: string; workout_type: string };

/** Announces new sessions of one kind to the gym. */
export function sessionsCreated(tx: Db, { organization_id: scope, workout_type }: Kind, made: readonly Made[]): void {
  tell(tx, async () => {
    const sessionIds = made.map(({ sessionId }) => sessionId);
    const audiences = await run(tx, audienceStatement, { organizationId: scope, sessionIds });
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

const heard = (type: LiveEvent['type'], more: string, audience = audienceSql(['s.creator_id'])) => `'${type}' as type,
  jsonb_build_object('session_id', s.id, 'gym_id', s.gym_id, ${more}) as data, ${audience}
  from sessions s where s.organization_id = $organizationId and s.id = $sessionId`;
const values = { organizationId: 'uuid', sessionId: 'uuid' } as const;

const whatChanged = "'changed', to_jsonb($changed)";
const updated = foundEvents(
  'session updated',
  { ...values, changed: 'text[]', left: 'uuid?' },
  {
    select: `select 1 as place, ${heard('session.updated', whatChanged)}
      union all select 2, ${heard('session.updated', whatChanged, `null, $left, array(${hiddenFrom(['s.creator_id'])})`)}
        and $left is not null`,
  },
);

/** `changed` names fields of Session; a gym that it `left`, or that no longer sees it, gets the event too. */
export const sessionUpdated = (tx: Db, known: Known, changed: readonly string[], left: string | null = null): void =>
  tell(tx, { scope: known.organizationId, ...updated({ ...known, changed, left }) });

const cancelled = foundEvents(
  'session cancelled',
  { ...values, reason: 'text?' },
  { select: `select 1 as place, ${heard('session.cancelled', "'reason', $reason")}` },
);

export const sessionCancelled = (tx: Db, known: Known, reason: string | null): void =>
  tell(tx, { scope: known.organizationId, ...cancelled({ ...known, reason }) });
