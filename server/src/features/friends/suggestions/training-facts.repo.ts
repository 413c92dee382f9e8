import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { isOwnSpot } from '../own-spot.read.ts';
import type { Counted } from './training-facts.policy.ts';

/** How far back training counts. */
const WEEKS = `interval '8 weeks'`;
/** A request that nobody answered for so long is taken for a quiet no. */
const FORGOTTEN = `interval '2 weeks'`;
/** A member who joins at the last moment is counted too, once their transaction is done. */
const LATER = `interval '1 minute'`;

/** SQL for whether a session counts as training. Alias: s the session. */
export const trainedSql = `(s.status = 'active' and s.starts_at > now() - ${WEEKS} and s.starts_at <= now())`;

const inOrganization = { organizationId: 'uuid' } as const;

const dueStatement = statement(
  'training-due',
  {},
)<{ organizationId: string; exists: boolean }>(
  `select c.organization_id as "organizationId", o.id is not null as exists
  from (select distinct organization_id from training_changes) c left join organizations o on o.id = c.organization_id
  union
  select o.id, true from organizations o left join training_refreshes r on r.organization_id = o.id
  where r.organization_id is null or exists (select from sessions s where s.organization_id = o.id and s.status = 'active'
      and s.starts_at > r.counted_to and s.starts_at <= now() - ${LATER})
    or exists (select from sessions s where s.organization_id = o.id and s.status = 'active'
      and s.starts_at > r.counted_to - ${WEEKS} and s.starts_at <= now() - ${LATER} - ${WEEKS})`,
);

/** The organizations with facts to count, and whether each still exists. */
export const findDue = (db: Db) => run(db, dueStatement, {});

export async function forgetMarks(db: Db, organizationId: string): Promise<void> {
  await db.deleteFrom('training_changes').where('organization_id', '=', organizationId).execute();
}

/** Marks the members of sessions that have started or become too old since the last time; the first time, all members. */
const markStatement = statement(
  'mark-training',
  inOrganization,
)<object>(
  `with before as materialized (
    select r.counted_to from training_refreshes r where r.organization_id = $organizationId for update
  ), moved as (
    insert into training_refreshes as r (organization_id, counted_to) values ($organizationId, now() - ${LATER})
    on conflict (organization_id) do update set counted_to = greatest(r.counted_to, excluded.counted_to)
  )
  insert into training_changes (organization_id, user_id)
  select distinct $organizationId, p.user_id from before b
    join sessions s on s.organization_id = $organizationId and s.status = 'active'
      and (s.starts_at > b.counted_to and s.starts_at <= now() - ${LATER}
        or s.starts_at > b.counted_to - ${WEEKS} and s.starts_at <= now() - ${LATER} - ${WEEKS})
    join session_participants p on p.organization_id = s.organization_id and p.session_id = s.id
  union
  select $organizationId, user_id from user_gyms where organization_id = $organizationId and not exists (select from before)`,
);

/** Waits for another count of the same organization. */
export async function markByClock(tx: Db, organizationId: string): Promise<void> {
  await run(tx, markStatement, { organizationId });
}

const takeStatement = statement('take-training-changes', { organizationId: 'uuid', most: 'int' })<{ userId: string }>(
  `with chosen as materialized (
    select distinct user_id from training_changes where organization_id = $organizationId order by user_id limit $most
  ), taken as (
    delete from training_changes c using chosen where c.organization_id = $organizationId and c.user_id = chosen.user_id
  )
  select user_id as "userId" from chosen`,
);

/** Takes the marks off members who are then counted. */
export const takeMarks = (tx: Db, organizationId: string, most: number) =>
  run(tx, takeStatement, { organizationId, most });

type MemberRow = Counted & { userId: string };

// The lock keeps a member who is being deleted from getting facts.
const countedStatement = statement('count-training', { organizationId: 'uuid', userIds: 'uuid[]' })<MemberRow>(
  `with members as materialized (
    select u.id, u.preferred_times, u.favourite_workouts, u.usual_times_shown_to = 'everyone' as shows_times,
      u.level_and_goals_shown_to = 'everyone' as shows_goals
    from users u where u.organization_id = $organizationId and u.id = any($userIds) order by u.id for key share
  )
  select m.id as "userId",
    array(select gym_id from user_gyms where organization_id = $organizationId and user_id = m.id order by gym_id) as "gymIds",
    case when m.shows_times then m.preferred_times else '{}' end as "preferredTimes",
    case when m.shows_times and m.shows_goals then m.favourite_workouts else '{}' end as "favouriteWorkouts",
    coalesce(case when m.shows_times then (
      select json_agg(json_build_object('gymId', s.gym_id, 'workout', s.workout_type,
        'weekday', extract(isodow from wall.clock)::int - 1, 'hour', extract(hour from wall.clock)::int))
      from session_participants p join sessions s on s.organization_id = p.organization_id and s.id = p.session_id
        join gyms g on g.organization_id = s.organization_id and g.id = s.gym_id
        cross join lateral (select s.starts_at at time zone g.timezone as clock) wall
      where p.organization_id = $organizationId and p.user_id = m.id and ${isOwnSpot()} and ${trainedSql}) end, '[]') as trained,
    requests.accepted, requests.asked
  from members m cross join lateral (
    select count(*) filter (where r.status = 'accepted')::int as accepted,
      count(*) filter (where r.status = 'accepted' or r.declined_at is not null
        or r.status = 'pending' and r.created_at < now() - ${FORGOTTEN})::int as asked
    from friend_requests r where r.organization_id = $organizationId and r.receiver_id = m.id
      -- A repeat after a decline never reached them.
      and coalesce(r.declined_at >= r.created_at, true)
  ) requests`,
);

export const readCounted = (tx: Db, organizationId: string, userIds: readonly string[]) =>
  run(tx, countedStatement, { organizationId, userIds });

const saveStatement = statement('save-training-facts', {
  organizationId: 'uuid',
  userIds: 'uuid[]',
  facts: 'jsonb',
})<object>(
  `with fresh as materialized (
    select * from jsonb_to_recordset($facts) as f (user_id uuid, gym_id uuid, hours varbit, types varbit,
      usual_hours smallint[], usual_workouts smallint[], openness double precision)
  ), gone as (
    delete from training_facts f where f.organization_id = $organizationId and f.user_id = any($userIds)
      and not exists (select from fresh where fresh.user_id = f.user_id and fresh.gym_id = f.gym_id)
  )
  insert into training_facts as f (organization_id, gym_id, user_id, hours, types, usual_hours, usual_workouts, openness)
  select $organizationId, gym_id, user_id, hours, types, usual_hours, usual_workouts, openness from fresh
  on conflict (organization_id, gym_id, user_id) do update set hours = excluded.hours, types = excluded.types,
    usual_hours = excluded.usual_hours, usual_workouts = excluded.usual_workouts, openness = excluded.openness
  where (f.hours, f.types, f.usual_hours, f.usual_workouts, f.openness)
    is distinct from (excluded.hours, excluded.types, excluded.usual_hours, excluded.usual_workouts, excluded.openness)`,
);

export type FactsRow = {
  user_id: string;
  gym_id: string;
  hours: string;
  types: string;
  usual_hours: readonly number[];
  usual_workouts: readonly number[];
  openness: number;
};

/** Replaces the facts of these members. */
export async function saveFacts(
  tx: Db,
  { organizationId, userIds, facts }: { organizationId: string; userIds: readonly string[]; facts: FactsRow[] },
): Promise<void> {
  await run(tx, saveStatement, { organizationId, userIds, facts: JSON.stringify(facts) });
}
