import type { ParsedInput, Returns } from '@spotter/contract/endpoint.ts';
import type { checkSessionTime as checkSessionTimeEndpoint } from '@spotter/contract/sessions/sessions.ts';
import { openSql, spansSql } from '#features/gyms/index.ts';
import { instantSql, localInstantSql, relativeSql } from '#platform/db/json.ts';
import { statement } from '#platform/db/statement.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import type { Caller } from '#platform/logins/callers.ts';
import { refuseForeignGym, zoneOf } from '../session-checks.ts';
import { momentOf, tryTime } from './session-times.ts';

type Verdict = Returns<typeof checkSessionTimeEndpoint>;

const zone = 'coalesce($7, g.timezone)';
const timeJson = (moment: string) => `json_build_object('utc', ${instantSql(moment)},
  'local', ${localInstantSql(moment, zone)}, 'timezone', ${zone}, 'relative', ${relativeSql(moment)})`;

// $1 the organization, $2 the caller, $3 the gym, $4 the start, $5 its minutes, $6 the session left out, $7 the reader's zone.
const verdictStatement = statement<Omit<Verdict, 'exists'>>(
  'check-session-time',
  `with stay as (
    select g.organization_id, g.id as gym_id, g.timezone as zone, $4::timestamptz as starts,
      $4::timestamptz + make_interval(mins => $5) as ends, ($4::timestamptz at time zone g.timezone)::date as day
    from gyms g where g.organization_id = $1 and g.id = $3
  )
  select stay.starts <= now() as starts_in_past, ${openSql('stay')} as open,
    (select coalesce(json_agg(json_build_object('opens', h.opens, 'closes', h.closes) order by h.opens), '[]')
      from ${spansSql('stay')} h) as hours,
    (select coalesce(json_agg(json_build_object('id', s.id, 'title', s.title, 'start_time', ${timeJson('s.starts_at')},
        'end_time', ${timeJson('s.ends_at')}) order by s.starts_at, s.id), '[]')
      from session_participants p
        join sessions s on s.organization_id = p.organization_id and s.id = p.session_id
        join gyms g on g.organization_id = s.organization_id and g.id = s.gym_id
      where p.organization_id = $1 and p.user_id = $2 and s.status = 'active' and s.id is distinct from $6::uuid
        and s.starts_at < stay.ends and s.ends_at > stay.starts) as overlapping
  from stay`,
);

type Query = ParsedInput<typeof checkSessionTimeEndpoint>['query'];

/** What stands against a time, before anybody asks for it in earnest. */
export async function checkSessionTime(
  { db, read, caller }: Ctx<Caller & { organizationId: string }>,
  { gym_id: gymId, start_time: given, duration_minutes: minutes, exclude }: Query,
  inOwnZone: boolean,
): Promise<Verdict> {
  refuseForeignGym(caller, gymId);
  const { organizationId, userId } = caller;
  const { timezone } = await zoneOf(db, organizationId, gymId);
  const shown = tryTime(given, timezone, 'start_time');
  const moment = shown ?? momentOf(given, timezone, 'later');
  const readerZone = inOwnZone ? caller.timezone : null;
  const values = [organizationId, userId, gymId, moment, minutes, exclude ?? null, readerZone];
  const [verdict] = await read(verdictStatement, values);
  return { ...verdict!, exists: shown !== null };
}
