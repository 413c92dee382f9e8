import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { type AdminScope, scopeValues } from '#platform/logins/admin-scope.ts';
import { canUseGym } from '#platform/logins/gym-access.ts';
import { isManaged } from '../accounts.read.ts';

export type PlannedSession = {
  id: string;
  gym_id: string;
  title: string;
  description: string;
  /** On the gym's wall, or with its distance from UTC. */
  starts: string;
  minutes: number;
  spots: number;
  host: string;
};

type Found = { word: string; id: string; gym_ids: string[] };

/** Each word is folded once, and found by an index: thousands of words meet thousands of members. */
const peopleStatement = statement('imported-people', { ...scopeValues, callerId: 'uuid', words: 'text[]' })<Found>(
  `with words as materialized (
    select word, lower(word) as email, fold_name(word) as name from unnest($words) word where word <> ''),
  found as (
    select w.word, u.id from words w join users u on u.organization_id = $organizationId and lower(u.email) = w.email
    union select w.word, u.id from words w join users u on u.organization_id = $organizationId and u.search_name = w.name)
  select f.word, u.id, array(select g.id from gyms g where g.organization_id = $organizationId
      and ${canUseGym('u', 'g.id')})::text[] as gym_ids
  from found f join users u on u.id = f.id where ${isManaged} or u.id = $callerId`,
);

export type Caller = AdminScope & { callerId: string };

/** Who has one of these emails or names: the caller, and whom the caller manages. */
export const readPeople = (tx: Db, { organizationId, gymIds, callerId }: Caller, words: string[]): Promise<Found[]> =>
  run(tx, peopleStatement, { organizationId, gymIds, callerId, words });

const skippedStatement = statement('skipped-times', { organizationId: 'uuid', sessions: 'jsonb' })<{ id: string }>(
  `select s.id from jsonb_to_recordset($sessions) as s (id text, gym_id uuid, starts text)
    join gyms g on g.organization_id = $organizationId and g.id = s.gym_id
  where s.starts ~ 'T[0-9:]+$' and (s.starts::timestamp at time zone g.timezone) at time zone g.timezone <> s.starts::timestamp`,
);

/** The sessions whose time the clocks of their gym skip. */
export async function readSkippedTimes(
  tx: Db,
  organizationId: string,
  sessions: readonly PlannedSession[],
): Promise<Set<string>> {
  const rows = await run(tx, skippedStatement, { organizationId, sessions: JSON.stringify(sessions) });
  return new Set(rows.map(({ id }) => id));
}

/** With their distance from UTC, or as the gym's clock shows it. */
const startsAt = `case when s.starts ~ '(Z|[+-][0-9]{2}:?[0-9]{2})$' then s.starts::timestamptz
  else s.starts::timestamp at time zone g.timezone end`;

const insertSessionsStatement = statement('insert-imported-sessions', {
  organizationId: 'uuid',
  importId: 'uuid',
  sessions: 'jsonb',
})<{ id: string }>(
  `with given as (
    select * from jsonb_to_recordset($sessions) as s (id uuid, gym_id uuid, title text,
      description text, starts text, minutes int, spots int, host uuid)),
  -- Row level security compares a computed time only after reading a row; a stored one is looked up in the index.
  timed as materialized (select s.*, ${startsAt} as starts_at
    from given s join gyms g on g.organization_id = $organizationId and g.id = s.gym_id),
  -- The same session again is left alone, so that a file can be imported a second time. Each is looked up by its start:
  -- a join would compare all with all, because the planner doesn't know of the sessions that were just inserted.
  fresh as (select s.*, t.id as type_id, coalesce(t.kind, 'classes') as kind from timed s
    left join lateral (select t.id, t.kind from session_types t where t.organization_id = $organizationId
      and lower(t.name) = lower(s.title) order by t.position limit 1) t on true
    where (select true from sessions o where o.organization_id = $organizationId and o.gym_id = s.gym_id
      and o.starts_at = s.starts_at and lower(o.title) = lower(s.title) and o.status = 'active' limit 1) is null),
  made as (insert into sessions (organization_id, id, gym_id, creator_id, session_type_id, workout_type, title,
      description, starts_at, ends_at, max_participants)
    select $organizationId, id, gym_id, host, type_id, kind, title, description, starts_at,
      starts_at + make_interval(mins => minutes), spots
    from fresh returning id),
  noted as (insert into imported_sessions (organization_id, import_id, session_id)
    select $organizationId, $importId, id from made)
  select id from made`,
);

/** Leaves out sessions that are here already; returns the ids of the others. */
export async function insertSessions(
  tx: Db,
  target: { organizationId: string; importId: string },
  planned: readonly PlannedSession[],
): Promise<string[]> {
  const made = await run(tx, insertSessionsStatement, { ...target, sessions: JSON.stringify(planned) });
  return made.map(({ id }) => id);
}

const insertSpotsStatement = statement('insert-imported-spots', { organizationId: 'uuid', spots: 'jsonb' })(
  `insert into session_participants (organization_id, session_id, user_id, attended, with_series)
  select $organizationId, session_id, user_id, attended, false
  from jsonb_to_recordset($spots) as p (session_id uuid, user_id uuid, attended boolean)`,
);

type Spot = { session_id: string; user_id: string; attended: boolean | null };

export async function insertImportedSpots(tx: Db, organizationId: string, spots: readonly Spot[]): Promise<void> {
  await run(tx, insertSpotsStatement, { organizationId, spots: JSON.stringify(spots) });
}
