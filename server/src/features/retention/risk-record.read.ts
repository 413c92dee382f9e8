import { isOwnSpot } from '#features/friends/index.ts';
import { instantSql } from '#platform/db/json.ts';
import { leaveDays } from './model/risk.policy.ts';

/** SQL for what the organization's own history taught, in the contract's shape. */
export const modelSql = `coalesce((select json_build_object('is_own', weights is not null, 'made_at', ${instantSql('made_at')},
    'lacks', lacks, 'weeks', weeks, 'members', members, 'leavers', leavers)
  from member_risk_models where organization_id = $organizationId),
  json_build_object('is_own', false, 'made_at', null, 'lacks', null, 'weeks', 0, 'members', 0, 'leavers', 0))`;

const stayed = `exists (select from session_participants p
    join sessions s on s.organization_id = p.organization_id and s.id = p.session_id
  where p.organization_id = n.organization_id and p.user_id = n.user_id and s.status = 'active' and ${isOwnSpot()}
    and s.starts_at > n.named_at and s.starts_at <= n.named_at + interval '${leaveDays} days')`;

const MONTHS = 6;

/**
 * SQL for how many of the members named in a month left. A month is told once its last prediction has come true or not. A
 * member counts once a month, by the last time they were named in it.
 */
export const predictedSql = (isSeen: string) => `(with told as (
    select distinct on (month, coalesce(n.user_id::text, n.id::text))
      date_trunc('month', n.named_at at time zone zone.name) as month, ${stayed} as stayed
    from member_risk_names n cross join zone
    where n.organization_id = $organizationId and ${isSeen}
      and n.named_at > now() - interval '${MONTHS + 2} months'
    order by month, coalesce(n.user_id::text, n.id::text), n.named_at desc
  ), months as (
    select month, count(*)::int as named, count(*) filter (where not stayed)::int as left
    from told cross join zone
    where (month + interval '1 month') at time zone zone.name <= now() - interval '${leaveDays} days'
    group by month order by month desc limit ${MONTHS})
  select coalesce(json_agg(json_build_object('month', to_char(month, 'YYYY-MM'), 'named', named, 'left', months.left)
    order by month desc), '[]') from months)`;
