import { adminRoles } from '@spotter/contract/roles.ts';
import { availableSpotsSql } from '#features/sessions/index.ts';
import type { Read } from '#platform/db/reads.ts';
import { statement } from '#platform/db/statement.ts';

/** What the dashboard doesn't count, and the thing to try is chosen from. */
export type WeeklyHints = {
  /** Members who joined in the last two weeks and have not been in a session. */
  new_without_session: number;
  full_sessions: number;
  /** The session that was full most often. */
  fullest: string | null;
};

// A week is from Monday to Monday by the organization's own clock.
const hintsStatement = statement('weekly-hints', { organizationId: 'uuid', monday: 'date', zone: 'text' })<WeeklyHints>(
  `with week as (select ($monday - 14)::timestamp at time zone $zone as prior,
      ($monday - 7)::timestamp at time zone $zone as start, $monday::timestamp at time zone $zone as ends),
  full_session as materialized (select s.title from sessions s cross join week where s.organization_id = $organizationId
    and s.status = 'active' and s.starts_at >= week.start and s.starts_at < week.ends
    and ${availableSpotsSql} = 0 and not s.invite_only)
  select (select count(*)::int from users u cross join week where u.organization_id = $organizationId
      and u.is_active and u.role not in (${adminRoles.map((role) => `'${role}'`)})
      and u.created_at >= week.prior and u.created_at < week.ends
      and not exists (select from session_participants p
        where p.organization_id = $organizationId and p.user_id = u.id)) as new_without_session,
    (select count(*)::int from full_session) as full_sessions,
    (select title from full_session group by title order by count(*) desc, title limit 1) as fullest`,
);

export async function readWeeklyHints(read: Read, values: { organizationId: string; monday: string; zone: string }) {
  const [hints] = await read(hintsStatement, values);
  return hints!;
}
