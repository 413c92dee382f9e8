import type { ParsedInput, Returns } from '@spotter/contract/api/endpoint.ts';
import type { checkSessionTime as checkSessionTimeEndpoint } from '@spotter/contract/sessions/sessions.ts';
import { openSql, spansSql } from '#features/gyms/index.ts';
import { instantSql, localInstantSql, relativeSql, secondsUntilSql } from '#platform/db/json.ts';
import { statement } from '#platform/db/statement.ts';
import { momentOf } from '#platform/db/zones.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { refuseForeignGym, zoneOf } from '../session-checks.ts';
import { tryTime } from './session-times.ts';

type Verdict = Returns<typeof checkSessionTimeEndpoint>;

const zoneSql = 'coalesce($zone, g.timezone)';
const timeJson = (moment: string) => `json_build_object('utc', ${instantSql(moment)},
  'local', ${localInstantSql(moment, zoneSql)}, 'timezone', ${zoneSql}, 'relative', ${relativeSql(secondsUntilSql(moment))})`;

const verdictStatement = statement('check-session-time', {
  organizationId: 'uuid',
  userId: 'uuid',
  gymId: 'uuid',
  moment: 'timestamptz',
  minutes: 'int',
  exclude: 'uuid?',
  zone: 'text?',
})<Omit<Verdict, 'exists'>>(
  `with stay as (
    select g.organization_id, g.id as gym_id, g.timezone as zone, $moment as starts,
      $moment + make_interval(mins => $minutes) as ends, ($moment at time zone g.timezone)::date as day
    from gyms g where g.organization_id = $organizationId and g.id = $gymId
  )
  select stay.starts <= now() as starts_in_past, ${openSql('stay')} as open,
    (select coalesce(json_agg(json_build_object('opens', h.opens, 'closes', h.closes) order by h.opens), '[]')
      from ${spansSql('stay')} h) as hours,
    (select coalesce(json_agg(json_build_object('id', s.id, 'title', s.title, 'start_time', ${timeJson('s.starts_at')},
        'end_time', ${timeJson('s.ends_at')}) order by s.starts_at, s.id), '[]')
      from session_participants p
        join sessions s on s.organization_id = p.organization_id and s.id = p.session_id
        join gyms g on g.organization_id = s.organization_id and g.id = s.gym_id
      where p.organization_id = $organizationId and p.user_id = $userId and s.status = 'active' and s.id is distinct from $exclude
        and s.starts_at < stay.ends and s.ends_at > stay.starts) as overlapping
  from stay`,
);

type Query = ParsedInput<typeof checkSessionTimeEndpoint>['query'];

/** Problems with a time, shown while the member is still choosing it. */
export async function checkSessionTime(
  { db, read, caller }: MemberCtx,
  { gym_id: gymId, start_time: given, duration_minutes: minutes, exclude }: Query,
  inOwnZone: boolean,
): Promise<Verdict> {
  refuseForeignGym(caller, gymId);
  const { organizationId, userId } = caller;
  const { timezone } = await zoneOf(db, organizationId, gymId);
  const shown = tryTime(given, timezone, 'start_time');
  const moment = shown ?? momentOf(given, timezone, 'later');
  const zone = inOwnZone ? caller.timezone : null;
  const asked = { organizationId, userId, gymId, moment, minutes, exclude: exclude ?? null, zone };
  const [verdict] = await read(verdictStatement, asked);
  return { ...verdict!, exists: shown !== null };
}
