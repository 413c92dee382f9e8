import type { Returns } from '@spotter/contract/api/endpoint.ts';
import type { checkSessionTime } from '@spotter/contract/sessions/sessions.ts';
import { openSql, spansSql } from '#features/gyms/index.ts';
import { timeJsonSql } from '#platform/db/json.ts';
import type { Read } from '#platform/db/reads.ts';
import { statement } from '#platform/db/statement.ts';
import { zoneSql } from '../sessions.read.ts';

type Verdict = Omit<Returns<typeof checkSessionTime>, 'exists'>;

const verdictStatement = statement('check-session-time', {
  organizationId: 'uuid',
  userId: 'uuid',
  gymId: 'uuid',
  moment: 'timestamptz',
  minutes: 'int',
  exclude: 'uuid?',
  zone: 'text?',
})<Verdict>(
  `with stay as (
    select g.organization_id, g.id as gym_id, g.timezone as zone, $moment as starts,
      $moment + make_interval(mins => $minutes) as ends, ($moment at time zone g.timezone)::date as day
    from gyms g where g.organization_id = $organizationId and g.id = $gymId
  )
  select stay.starts <= now() as starts_in_past, ${openSql('stay')} as open,
    (select coalesce(json_agg(json_build_object('opens', h.opens, 'closes', h.closes) order by h.opens), '[]')
      from ${spansSql('stay')} h) as hours,
    (select coalesce(json_agg(json_build_object('id', s.id, 'title', s.title, 'start_time', ${timeJsonSql('s.starts_at', zoneSql)},
        'end_time', ${timeJsonSql('s.ends_at', zoneSql)}) order by s.starts_at, s.id), '[]')
      from session_participants p
        join sessions s on s.organization_id = p.organization_id and s.id = p.session_id
        join gyms g on g.organization_id = s.organization_id and g.id = s.gym_id
      where p.organization_id = $organizationId and p.user_id = $userId and s.status = 'active' and s.id is distinct from $exclude
        and s.starts_at < stay.ends and s.ends_at > stay.starts) as overlapping
  from stay`,
);

type Asked = {
  organizationId: string;
  userId: string;
  gymId: string;
  moment: Date;
  minutes: number;
  /** A session that doesn't count as overlapping. */
  exclude: string | null;
  zone: string | null;
};

export async function readVerdict(read: Read, asked: Asked): Promise<Verdict> {
  const [verdict] = await read(verdictStatement, asked);
  return verdict!;
}
