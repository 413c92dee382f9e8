import { isAheadSql } from '#features/sessions/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';

type Counts = {
  members_count: number;
  only_here_count: number;
  gym_admins_count: number;
  invite_codes_count: number;
  other_gyms: { id: string; name: string }[];
};

const countsStatement = statement('gym-closing', { organizationId: 'uuid', gymId: 'uuid' })<Counts>(
  `select (select count(*)::int from users u where u.organization_id = g.organization_id and u.is_active
      and u.default_gym_id = g.id) as members_count,
    (select count(*)::int from user_gyms ug join users u on u.id = ug.user_id and u.is_active and u.role <> 'org_admin'
      where ug.organization_id = g.organization_id and ug.gym_id = g.id and not exists (
        select from user_gyms o join gyms og on og.organization_id = o.organization_id and og.id = o.gym_id and og.is_active
        where o.organization_id = ug.organization_id and o.user_id = ug.user_id and o.gym_id <> g.id)) as only_here_count,
    (select count(*)::int from user_gyms ug join users u on u.id = ug.user_id and u.is_active and u.role = 'gym_admin'
      where ug.organization_id = g.organization_id and ug.gym_id = g.id and ug.manages) as gym_admins_count,
    (select count(*)::int from invite_codes c where c.organization_id = g.organization_id and c.gym_id = g.id
      and c.is_active) as invite_codes_count,
    coalesce((select json_agg(json_build_object('id', o.id, 'name', o.name) order by o.name_order, o.id) from gyms o
      where o.organization_id = g.organization_id and o.is_active and o.id <> g.id), '[]') as other_gyms
  from gyms g where g.organization_id = $organizationId and g.id = $gymId and g.is_active`,
);

/** Undefined unless it is open. */
export async function readClosingCounts(db: Db, organizationId: string, gymId: string): Promise<Counts | undefined> {
  const [counts] = await run(db, countsStatement, { organizationId, gymId });
  return counts;
}

export type Series = { organization_id: string; id: string };

/** The gym's series that go on, in one order. */
export const lockOpenSeries = (tx: Db, organizationId: string, gymId: string): Promise<Series[]> =>
  tx
    .selectFrom('session_series')
    .select(['organization_id', 'id'])
    .where('organization_id', '=', organizationId)
    .where('gym_id', '=', gymId)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

type Move = { organizationId: string; from: string; to: string };
const moveValues = { organizationId: 'uuid', from: 'uuid', to: 'uuid' } as const;

const moveAccessStatement = statement(
  'move-gym-access',
  moveValues,
)(
  `insert into user_gyms (organization_id, user_id, gym_id)
  select organization_id, user_id, $to from user_gyms where organization_id = $organizationId and gym_id = $from
  on conflict do nothing`,
);
const moveHomesStatement = statement(
  'move-home-gyms',
  moveValues,
)(
  `update users set default_gym_id = case when default_gym_id = $from then $to else default_gym_id end,
    current_gym_id = case when current_gym_id = $from then $to else current_gym_id end
  where organization_id = $organizationId and $from in (default_gym_id, current_gym_id)`,
);
const moveCodesStatement = statement(
  'move-invite-codes',
  moveValues,
)('update invite_codes set gym_id = $to where organization_id = $organizationId and gym_id = $from');

/** Everyone who trains at one gym may train at the other; a home, a current gym and invite codes follow. */
export async function moveMembers(tx: Db, move: Move): Promise<void> {
  await run(tx, moveAccessStatement, move);
  await run(tx, moveHomesStatement, move);
  await run(tx, moveCodesStatement, move);
}

type Place = { id: string; timezone: string };

const upcomingGymsStatement = statement('upcoming-gyms-of-series', { organizationId: 'uuid', seriesId: 'uuid' })<Place>(
  `select distinct g.id, g.timezone from sessions s
    join gyms g on g.organization_id = s.organization_id and g.id = s.gym_id
  where s.organization_id = $organizationId and s.series_id = $seriesId and ${isAheadSql}`,
);

/** Where the upcoming sessions of a series are. */
export const readUpcomingGyms = (tx: Db, organizationId: string, seriesId: string): Promise<Place[]> =>
  run(tx, upcomingGymsStatement, { organizationId, seriesId });

export async function moveSeries(tx: Db, { organization_id, id }: Series, to: Place): Promise<void> {
  await tx
    .updateTable('session_series')
    .set({ gym_id: to.id, timezone: to.timezone })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute();
}

export async function takeGymFromAll(tx: Db, organizationId: string, gymId: string): Promise<void> {
  await tx.deleteFrom('user_gyms').where('organization_id', '=', organizationId).where('gym_id', '=', gymId).execute();
}
