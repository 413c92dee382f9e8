import { hiddenFrom } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { newsPart } from '#platform/events/write.ts';
import { canUseGym, managesGym } from '#platform/logins/gym-access.ts';
import { availableSpotsSql, waitlistCountSql } from './sessions.read.ts';
import { audienceSql, type SessionAudience } from './visibility.repo.ts';

export type SessionNewsRow = {
  type: string;
  data: object;
  session_id: string;
  /** A member whom those hidden from them must not hear of. */
  hidden_from: string | null;
  /** Whether the event says how many spots there are. */
  has_spots: boolean;
};

/**
 * An event about a session for every member who can see it, except those hidden from its host. `offset 0` makes PostgreSQL
 * look up the session by its key: it takes JSON for a hundred rows.
 */
export const sessionNews = newsPart(
  'sessions',
  'type text, data jsonb, session_id uuid, hidden_from uuid, has_spots boolean',
  (rows) => `heard_sessions as (
    select told.place, told.type, ${audienceSql(['s.creator_id', 'told.hidden_from'])},
      told.data || jsonb_build_object('session_id', s.id, 'gym_id', s.gym_id) || case when told.has_spots
        then jsonb_build_object('current_participants', s.current_participants, 'available_spots', ${availableSpotsSql},
          'waitlist_count', ${waitlistCountSql}) else '{}' end as data
    from ${rows} cross join lateral (
      select * from sessions where organization_id = $organizationId and id = told.session_id offset 0) s
  )`,
);

const leftStatement = statement('audience-of-left-gym', {
  organizationId: 'uuid',
  sessionId: 'uuid',
  gymId: 'uuid',
  changesAudience: 'boolean',
})<SessionAudience>(
  `select s.gym_id as "gymId", case when s.invite_only <> $changesAudience then array(
      select u.id from users u where u.organization_id = $organizationId and (${managesGym('u', '$gymId')}
        or ${canUseGym('u', '$gymId')} and u.id in (select asked.user_id from people_asked_to($organizationId, $sessionId) asked))
      except (${hiddenFrom(['s.creator_id'])})) end as "userIds", array(${hiddenFrom(['s.creator_id'])}) as "except"
  from sessions s where s.organization_id = $organizationId and s.id = $sessionId`,
);

type Left = { organizationId: string; sessionId: string; gymId: string; changesAudience: boolean };

/** The session's gym, and who of one that it left saw it: everyone, or who was asked to it. */
export async function readLeftAudience(tx: Db, left: Left): Promise<SessionAudience> {
  const [row] = await run(tx, leftStatement, left);
  return row!;
}
