import { adminRoles } from '@spotter/contract/roles.ts';
import { type Read, statement } from '#platform/db/statement.ts';

/** A count of the last week, and of the week before. */
export type Figure = { last: number; before: number };
export type WeeklyFigures = {
  sessions: Figure;
  visits: Figure;
  members: Figure;
  joined: Figure;
  /** Members who joined in the last two weeks and have not been in a session. */
  new_without_session: number;
  full_sessions: number;
  /** The session that was full most often. */
  fullest: string | null;
  spots: number;
};

const inWeek = (moment: string, which: 'last' | 'before') =>
  which === 'last'
    ? `${moment} >= week.start and ${moment} < week.ends`
    : `${moment} >= week.prior and ${moment} < week.start`;
const figure = (count: string, moment: string) => `json_build_object(
  'last', ${count} filter (where ${inWeek(moment, 'last')}), 'before', ${count} filter (where ${inWeek(moment, 'before')}))`;

// A week is from Monday to Monday by the organization's own clock.
const figuresStatement = statement('weekly-figures', {
  organizationId: 'uuid',
  monday: 'date',
  zone: 'text',
})<WeeklyFigures>(
  `with week as (select ($monday - 14)::timestamp at time zone $zone as prior,
      ($monday - 7)::timestamp at time zone $zone as start, $monday::timestamp at time zone $zone as ends),
  held as materialized (select s.* from sessions s cross join week where s.organization_id = $organizationId
    and s.status = 'active' and s.starts_at >= week.prior and s.starts_at < week.ends),
  visit as (select p.user_id, s.starts_at from held s join session_participants p
    on p.organization_id = s.organization_id and p.session_id = s.id where p.attended is not false),
  member as materialized (select u.id, u.created_at from users u cross join week where u.organization_id = $organizationId
    and u.is_active and u.role not in (${adminRoles.map((role) => `'${role}'`)})
    and u.created_at >= week.prior and u.created_at < week.ends),
  taken as (select title, max_participants = current_participants as is_full, max_participants
    from held cross join week where ${inWeek('starts_at', 'last')})
  select (select ${figure('count(*)', 'starts_at')} from held cross join week) as sessions,
    (select ${figure('count(*)', 'starts_at')} from visit cross join week) as visits,
    (select ${figure('count(distinct user_id)', 'starts_at')} from visit cross join week) as members,
    (select ${figure('count(*)', 'created_at')} from member cross join week) as joined,
    (select count(*)::int from member m where not exists (select from session_participants p
      where p.organization_id = $organizationId and p.user_id = m.id)) as new_without_session,
    (select count(*)::int from taken where is_full) as full_sessions,
    (select title from taken where is_full group by title order by count(*) desc, title limit 1) as fullest,
    (select coalesce(sum(max_participants), 0)::int from taken) as spots`,
);

export async function readWeeklyFigures(read: Read, values: { organizationId: string; monday: string; zone: string }) {
  const [figures] = await read(figuresStatement, values);
  return figures!;
}
