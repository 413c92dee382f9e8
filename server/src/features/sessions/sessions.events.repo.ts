import type { LiveEvent } from '@spotter/contract/events/live-events.ts';
import { hiddenFrom } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { foundEvents } from '#platform/events/write.ts';
import { audienceSql } from './visibility.ts';

type Heard = { sessionId: string; gymId: string; user_ids: string[] | null; except_ids: string[] };

const audienceStatement = statement('session-audiences', { organizationId: 'uuid', sessionIds: 'uuid[]' })<Heard>(
  `select s.id as "sessionId", s.gym_id as "gymId", ${audienceSql(['s.creator_id'])}
  from sessions s where s.organization_id = $organizationId and s.id = any($sessionIds)`,
);

/** Every member who can see each session, except those blocked by or blocking its host. */
export const readAudiences = (tx: Db, sessions: { organizationId: string; sessionIds: readonly string[] }) =>
  run(tx, audienceStatement, sessions);

const heard = (type: LiveEvent['type'], more: string, audience = audienceSql(['s.creator_id'])) => `'${type}' as type,
  jsonb_build_object('session_id', s.id, 'gym_id', s.gym_id, ${more}) as data, ${audience}
  from sessions s where s.organization_id = $organizationId and s.id = $sessionId`;
const values = { organizationId: 'uuid', sessionId: 'uuid' } as const;

const whatChanged = "'changed', to_jsonb($changed)";
export const updated = foundEvents(
  'session updated',
  { ...values, changed: 'text[]', left: 'uuid?' },
  {
    select: `select 1 as place, ${heard('session.updated', whatChanged)}
      union all select 2, ${heard('session.updated', whatChanged, `null, $left, array(${hiddenFrom(['s.creator_id'])})`)}
        and $left is not null`,
  },
);

export const cancelled = foundEvents(
  'session cancelled',
  { ...values, reason: 'text?' },
  { select: `select 1 as place, ${heard('session.cancelled', "'reason', $reason")}` },
);
