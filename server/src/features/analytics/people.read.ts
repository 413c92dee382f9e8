import type { Returns } from '@spotter/contract/api/endpoint.ts';
import type { listFigurePeople } from '@spotter/contract/desk/analytics.ts';
import { isManaged } from '#features/accounts/index.ts';
import { personJsonSql } from '#features/users/index.ts';
import { instantSql } from '#platform/db/json.ts';
import type { Read } from '#platform/db/reads.ts';
import { variants } from '#platform/db/statement.ts';
import type { AdminScope } from '#platform/logins/admin-scope.ts';
import { scopeValues } from '#platform/logins/admin-scope.ts';

type Answer = Returns<typeof listFigurePeople>;
export type FigureOfPeople = Answer['figure'];

/** A busy chain has more sessions in two years than one look at a list is worth: then the latest count. */
const MOST_SESSIONS = 5_000;

/** By the clock of each gym, as the figures are counted; the wider days let the index find them. Alias: g the gym. */
const within = (moment: string, from = '$from', to = '$to') =>
  `${moment} >= ${from}::date - 2 and ${moment} < ${to}::date + 3
  and (${moment} at time zone g.timezone)::date between ${from} and ${to}`;

const heldCte = `held as materialized (
    select s.id, s.creator_id from sessions s join gyms g on g.organization_id = s.organization_id and g.id = s.gym_id
    where s.organization_id = $organizationId and s.gym_id = any($counted) and s.status = 'active' and ${within('s.starts_at')}
      and ($workoutType is null or s.workout_type = $workoutType)
      and ($weekday is null or extract(isodow from s.starts_at at time zone g.timezone) - 1 = $weekday)
      and ($hour is null or extract(hour from s.starts_at at time zone g.timezone) = $hour)
    order by s.starts_at desc limit ${MOST_SESSIONS})`;
const participants = `held h join session_participants p on p.organization_id = $organizationId and p.session_id = h.id`;

/** People by the day they first got access to one of the counted gyms. */
const newWithin = (from: string, to: string) => `(
      select distinct on (ug.user_id) ug.user_id, ug.created_at as joined_at, ug.gym_id from user_gyms ug
      where ug.organization_id = $organizationId and ug.gym_id = any($counted) order by ug.user_id, ug.created_at) j
    join gyms g on g.organization_id = $organizationId and g.id = j.gym_id where ${within('j.joined_at', from, to)}`;

/** Who is behind a figure, and how much of it is theirs. */
const behind: Record<FigureOfPeople, string> = {
  active_members: `select p.user_id, count(*)::int as count, null::int as total, null::timestamptz as joined_at
    from ${participants} where p.attended is not false group by 1`,
  sessions: `select h.creator_id, count(*)::int, null::int, null::timestamptz from held h where h.creator_id is not null group by 1`,
  joins: `select p.user_id, sum(1 + cardinality(p.guest_names))::int, null::int, null::timestamptz from ${participants} group by 1`,
  attendance_rate: `select p.user_id, count(*) filter (where p.attended)::int, count(p.attended)::int, null::timestamptz
    from ${participants} where p.attended is not null group by 1`,
  new_members: `select j.user_id, 1, null::int, j.joined_at from ${newWithin('$from', '$to')}`,
};

const peopleVariant = variants({
  ...scopeValues,
  counted: 'uuid[]',
  from: 'date',
  to: 'date',
  joinedFrom: 'date?',
  joinedTo: 'date?',
  workoutType: 'text?',
  weekday: 'int?',
  hour: 'int?',
  limit: 'int',
  offset: 'int',
})<Pick<Answer, 'count' | 'results'> & { sessions: number }>();

type Values = AdminScope & {
  counted: string[];
  from: string;
  to: string;
  /** Only people who joined in these days; both or none. */
  joinedFrom: string | null;
  joinedTo: string | null;
  /** Only sessions like these. */
  workoutType: string | null;
  weekday: number | null;
  hour: number | null;
  limit: number;
  offset: number;
};

/** The people behind a figure, those with the largest part first. */
export async function readFigurePeople(read: Read, figure: FigureOfPeople, values: Values) {
  const ofCohort = values.joinedFrom !== null;
  const asked = peopleVariant(
    `figure-people:${figure}${ofCohort ? ':joined' : ''}`,
    () => `with ${heldCte}, everyone (user_id, count, total, joined_at) as (${behind[figure]}),
    behind as materialized (select * from everyone
      ${ofCohort ? `where user_id in (select j.user_id from ${newWithin('$joinedFrom', '$joinedTo')})` : ''}),
    page as (select b.*, u.search_name from behind b
      join users u on u.organization_id = $organizationId and u.id = b.user_id
      order by b.joined_at desc nulls last, b.count desc, b.total desc nulls last, u.search_name, u.id limit $limit offset $offset)
    select (select count(*)::int from behind) as count, (select count(*)::int from held) as sessions,
      coalesce((select json_agg(json_build_object('person', ${personJsonSql('u')}, 'can_open', ${isManaged},
          'count', page.count, 'total', page.total, 'joined_at', ${instantSql('page.joined_at')})
          order by page.joined_at desc nulls last, page.count desc, page.total desc nulls last, page.search_name, u.id)
        from page join users u on u.organization_id = $organizationId and u.id = page.user_id), '[]') as results`,
  );
  const [row] = await read(asked, values);
  const { count, results, sessions } = row!;
  return { count, results, is_partial: sessions === MOST_SESSIONS && figure !== 'new_members' };
}
