import { hiddenFrom } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { newsPart } from '#platform/events/write.ts';
import { availableSpotsSql, waitlistCountSql } from './sessions.read.ts';
import { audienceSql } from './visibility.repo.ts';

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

const hiddenStatement = statement('hidden-from-host', { organizationId: 'uuid', sessionId: 'uuid' })<{
  gymId: string;
  hidden: string[];
}>(
  `select s.gym_id as "gymId", array(${hiddenFrom(['s.creator_id'])}) as hidden
  from sessions s where s.organization_id = $organizationId and s.id = $sessionId`,
);

/** Who must not hear of a session, with its gym. */
export async function readHiddenFromHost(tx: Db, session: { organizationId: string; sessionId: string }) {
  const [row] = await run(tx, hiddenStatement, session);
  return row!;
}
