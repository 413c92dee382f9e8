import type { Returns } from '@spotter/contract/api/endpoint.ts';
import type { listSessionsForMemberAtRisk } from '@spotter/contract/desk/retention.ts';
import {
  comeBackDays,
  leastRisk,
  type listMembersAtRisk,
  type MemberAtRisk,
  outcomeDays,
} from '@spotter/contract/desk/retention.ts';
import { quietDays } from '@spotter/contract/limits.ts';
import { adminRoles } from '@spotter/contract/roles.ts';
import { isOwnSpot } from '#features/friends/index.ts';
import { availableSpotsSql, isAheadSql, opensToSql, sessionVisibleTo } from '#features/sessions/index.ts';
import { blockedBetween, hiddenCte, isHidden, personJsonSql } from '#features/users/index.ts';
import { instantSql, timeJsonSql } from '#platform/db/json.ts';
import type { Read } from '#platform/db/reads.ts';
import { statement } from '#platform/db/statement.ts';
import { type AdminScope, scopeValues } from '#platform/logins/admin-scope.ts';
import { ownWeights, type RiskFacts, type Weights } from './model/risk.policy.ts';
import { riskWeights } from './model/risk-weights.generated.ts';
import { factorsOf, levelOf, reasonFor } from './risk.words.ts';
import { modelSql, predictedSql } from './risk-record.read.ts';

/** SQL for whether a member belongs to the gyms an admin manages. */
export const inScope = (userId: string) => `($gymIds is null or exists (select from user_gyms ug
  where ug.organization_id = $organizationId and ug.user_id = ${userId} and ug.gym_id = any($gymIds)))`;
const isMember = (user: string) =>
  `${user}.is_active and ${user}.role not in (${adminRoles.map((role) => `'${role}'`)})`;

/** The zone an organization lives by: that of its first open gym. */
export const organizationZone = (organization: string) => `coalesce((select g.timezone from gyms g
  where g.organization_id = ${organization} order by g.is_active desc, g.created_at, g.id limit 1), 'UTC')`;

/**
 * SQL for a friend who may be asked to say hello to a member, a row of `users`. The friend is told that the member
 * hasn't trained for a while, so that has to be true. Alias: f the friend.
 */
export const friendsToAsk = (user: string) => `from friendships t join users f on f.organization_id = t.organization_id
    and f.id = case when t.user_low_id = ${user}.id then t.user_high_id else t.user_low_id end
  where t.organization_id = $organizationId and ${user}.id in (t.user_low_id, t.user_high_id)
    and ${isMember('f')} and ${user}.sessions_shown_to <> 'nobody'
    and not exists (select from session_participants p join sessions s on s.organization_id = p.organization_id and s.id = p.session_id
      where p.organization_id = $organizationId and p.user_id = ${user}.id and ${isOwnSpot()} and s.status = 'active'
        and s.starts_at between now() - interval '7 days' and now())
    and not ${blockedBetween('f.id', `${user}.id`)}
    and not exists (select from member_remedies asked where asked.organization_id = $organizationId
      and asked.user_id = ${user}.id and asked.friend_id = f.id and asked.created_at > now() - interval '${comeBackDays} days')
    and exists (select from session_participants p join sessions s on s.organization_id = p.organization_id and s.id = p.session_id
      where p.organization_id = $organizationId and p.user_id = f.id and ${isOwnSpot()} and s.status = 'active'
        and s.starts_at between now() - interval '28 days' and now())`;

const isSlipping = (now: string) => `r.last_session_at > ${now} - interval '${quietDays} days'`;
/** SQL for the risk from which on members who still come are named: the organization's own, or the shipped one. */
const leastSlippingSql = `coalesce((select m.least_slipping from member_risk_models m
  where m.organization_id = $organizationId), ${leastRisk.slipping})`;
/** SQL for whether a member is likely enough to leave to be listed. Alias: r the risk. */
export const isListed = (now: string) =>
  `r.probability >= case when ${isSlipping(now)} then ${leastSlippingSql} else ${leastRisk.quiet} end`;

type Row = Pick<MemberAtRisk, 'person' | 'list' | 'remedies' | 'can_ask_friend' | 'last_session_at'> & {
  probability: number;
  facts: RiskFacts;
  days_away: number;
  last_month: string;
  this_month: string;
};

/** What is shown of a risk. Aliases: r the risk, u the member; `zone` is the organization's. */
const riskJson = `json_build_object('person', ${personJsonSql('u')}, 'probability', r.probability, 'facts', r.facts,
  'list', case when ${isSlipping('now()')} then 'slipping' else 'quiet' end,
  'last_session_at', ${instantSql('r.last_session_at')},
  'days_away', floor(extract(epoch from now() - r.last_session_at) / 86400)::int,
  'last_month', to_char(r.last_session_at at time zone zone.name, 'FMMonth'),
  'this_month', to_char(now() at time zone zone.name, 'FMMonth'),
  'remedies', coalesce((select json_agg(json_build_object('kind', m.kind, 'tried_at', ${instantSql('m.created_at')})
      order by m.created_at desc) from member_remedies m where m.organization_id = $organizationId
    and m.user_id = r.user_id and m.created_at > now() - interval '${comeBackDays} days'), '[]'),
  'can_ask_friend', exists (select ${friendsToAsk('u')}))`;

const zoneCte = `zone as (select ${organizationZone('$organizationId')} as name)`;

/** When a member first trained after a remedy, if soon enough. Alias: m the remedy. */
const cameBackAt = `(select min(s.starts_at) from session_participants p
    join sessions s on s.organization_id = p.organization_id and s.id = p.session_id
  where p.organization_id = m.organization_id and p.user_id = m.user_id and ${isOwnSpot()} and s.status = 'active'
    and s.starts_at > m.created_at and s.starts_at <= least(now(), m.created_at + interval '${comeBackDays} days'))`;

const outcomeSql = `(with tried as materialized (
    select m.user_id, m.kind, m.created_at, ${cameBackAt} as back_at from member_remedies m
    where m.organization_id = $organizationId and m.created_at > now() - interval '${outcomeDays} days' and ${inScope('m.user_id')}),
  back as (select distinct on (user_id) * from tried where back_at is not null order by user_id, created_at desc)
  select json_build_object('tried', (select count(distinct user_id)::int from tried),
    'came_back', (select count(*)::int from back),
    'latest', coalesce((select json_agg(json_build_object('person', ${personJsonSql('u')}, 'kind', b.kind,
        'days', floor(extract(epoch from b.back_at - b.created_at) / 86400)::int) order by b.back_at desc)
      from (select * from back where not ${isHidden('user_id')} order by back_at desc limit 4) b
        join users u on u.organization_id = $organizationId and u.id = b.user_id), '[]')))`;

const ownWeightsSql = '(select weights from member_risk_models where organization_id = $organizationId)';

const readerValues = { ...scopeValues, userId: 'uuid' } as const;
export type RiskReader = AdminScope & { userId: string };

const listStatement = statement('members-at-risk', { ...readerValues, gymId: 'uuid?', limit: 'int', offset: 'int' })<{
  count: number;
  computed_at: string | null;
  outcome: Returns<typeof listMembersAtRisk>['outcome'];
  counts: Returns<typeof listMembersAtRisk>['counts'];
  model: Returns<typeof listMembersAtRisk>['model'];
  predicted: Returns<typeof listMembersAtRisk>['predicted'];
  weights: Weights | null;
  leastSlipping: number;
  results: Row[];
}>(
  `with ${hiddenCte}, ${zoneCte}, found as materialized (
    select r.*, ${isSlipping('now()')} as is_slipping from member_risks r
    where r.organization_id = $organizationId and ${isListed('now()')} and not ${isHidden('r.user_id')}
      and not exists (select from member_risk_dismissals d
        where d.organization_id = $organizationId and d.user_id = r.user_id and d.until > now())
      and exists (select from users u where u.organization_id = $organizationId and u.id = r.user_id and ${isMember('u')})
      and ${inScope('r.user_id')}
      and ($gymId is null or exists (select from user_gyms ug
        where ug.organization_id = $organizationId and ug.user_id = r.user_id and ug.gym_id = $gymId))
  ), placed as (
    -- The lists take turns, so that each page has as many of the one as of the other.
    select *, row_number() over (partition by is_slipping order by probability desc, user_id) as place from found
  ), page as (select * from placed order by place, is_slipping desc limit $limit offset $offset)
  select (select count(*)::int from found) as count,
    (select json_build_object('slipping', count(*) filter (where is_slipping), 'quiet', count(*) filter (where not is_slipping))
      from found) as counts,
    (select ${instantSql('computed_at')} from member_risk_runs where organization_id = $organizationId) as computed_at,
    ${outcomeSql} as outcome, ${modelSql} as model, ${ownWeightsSql} as weights, ${leastSlippingSql} as "leastSlipping",
    ${predictedSql(`(n.user_id is null and $gymIds is null or ${inScope('n.user_id')})`)} as predicted,
    coalesce((select json_agg(${riskJson} order by r.place, r.is_slipping desc)
      from page r join users u on u.organization_id = $organizationId and u.id = r.user_id cross join zone), '[]') as results`,
);

/** Without weights of the organization's own there are words, and no number that might not hold here. */
const shown = (
  { facts, probability, days_away, last_month, this_month, ...row }: Row,
  { mayAct, weights, leastSlipping }: { mayAct: boolean; weights: Weights | null; leastSlipping: number },
): MemberAtRisk => {
  const judged = { facts, daysAway: days_away, lastMonth: last_month, thisMonth: this_month };
  const own = ownWeights(weights);
  return {
    ...row,
    probability: own && probability,
    level: levelOf(probability, row.list === 'slipping' ? leastSlipping : leastRisk.quiet),
    reason: reasonFor(judged),
    factors: factorsOf(judged, own ?? riskWeights),
    can_message: mayAct,
    can_invite: mayAct,
  };
};

type Asked = RiskReader & { mayAct: boolean };

export async function readMembersAtRisk(
  read: Read,
  { mayAct, ...values }: Asked & { gymId: string | null; limit: number; offset: number },
) {
  const [found] = await read(listStatement, values);
  const { weights, leastSlipping, results, ...rest } = found!;
  return { ...rest, results: results.map((row) => shown(row, { mayAct, weights, leastSlipping })) };
}

const oneStatement = statement('member-risk', { ...readerValues, id: 'uuid' })<{
  risk: Row | null;
  weights: Weights | null;
  leastSlipping: number;
}>(
  `with ${hiddenCte}, ${zoneCte} select case when r.user_id is not null and not ${isHidden('u.id')} then ${riskJson} end as risk, ${ownWeightsSql} as weights,
    ${leastSlippingSql} as "leastSlipping"
  from users u cross join zone left join member_risks r on r.organization_id = $organizationId and r.user_id = u.id
  where u.organization_id = $organizationId and u.id = $id and ${isMember('u')} and ${inScope('u.id')}`,
);

/** The risk of one member; undefined if the admin manages no such member. */
export async function readMemberRisk(read: Read, { mayAct, ...values }: Asked & { id: string }) {
  const [found] = await read(oneStatement, values);
  return found && { risk: found.risk && shown(found.risk, { mayAct, ...found }) };
}

const managedStatement = statement('managed-member', { ...readerValues, id: 'uuid' })<{ id: string }>(
  `select u.id from users u where u.organization_id = $organizationId and u.id = $id and ${isMember('u')} and ${inScope('u.id')}
    and not ${blockedBetween('u.id', '$userId')}`,
);

/** Whether the reader may do something for this member; not across a block. */
export async function isManagedMember(read: Read, values: RiskReader & { id: string }): Promise<boolean> {
  return (await read(managedStatement, values)).length > 0;
}

const minuteOfWeek = (
  moment: string,
  zone: string,
) => `((extract(isodow from ${moment} at time zone ${zone}) - 1) * 1440
  + extract(hour from ${moment} at time zone ${zone}) * 60 + extract(minute from ${moment} at time zone ${zone}))::int`;

/**
 * A session that a member may join. Not one for women or men alone: it would tell staff the member's gender, which nobody
 * else sees; nor one for invited members only, to which its people invite. Aliases: s the session, u the member.
 */
const fits = `${isAheadSql} and ${availableSpotsSql} > 0 and ${sessionVisibleTo('u')}
    and ${opensToSql('u.fitness_level')} and s.gender_preference = 'any'
    and not s.invite_only and ($gymIds is null or s.gym_id = any($gymIds))
    and not exists (select from session_participants p
      where p.organization_id = s.organization_id and p.session_id = s.id and p.user_id = u.id)`;

// The distance to the member's usual starts, in minutes; another weekday counts as four hours more.
const sessionsStatement = statement('sessions-for-member-at-risk', { ...scopeValues, id: 'uuid' })<{
  results: Returns<typeof listSessionsForMemberAtRisk>['results'];
}>(
  `with past as materialized (
    select s.starts_at, g.timezone from session_participants p
      join sessions s on s.organization_id = p.organization_id and s.id = p.session_id
      join gyms g on g.organization_id = s.organization_id and g.id = s.gym_id
    where p.organization_id = $organizationId and p.user_id = $id and ${isOwnSpot()} and s.status = 'active'
      and s.starts_at <= now() and s.starts_at > now() - interval '26 weeks'
    order by s.starts_at desc limit 20
  ), usual as materialized (select distinct ${minuteOfWeek('starts_at', 'timezone')} as minute from past),
  fitting as (
    select s.*, g.name as gym_name, g.timezone, coalesce((select min(abs(usual.minute % 1440 - w.minute % 1440)
        + case when usual.minute / 1440 = w.minute / 1440 then 0 else 240 end) from usual), 0) as distance
    from users u join sessions s on s.organization_id = u.organization_id and s.starts_at < now() + interval '14 days' and ${fits}
      join gyms g on g.organization_id = s.organization_id and g.id = s.gym_id
      cross join lateral (select ${minuteOfWeek('s.starts_at', 'g.timezone')} as minute) w
    where u.organization_id = $organizationId and u.id = $id
    order by distance, s.starts_at, s.id limit 3
  )
  select coalesce((select json_agg(json_build_object('id', s.id, 'title', s.title, 'workout_type', s.workout_type,
      'gym', json_build_object('id', s.gym_id, 'name', s.gym_name), 'available_spots', ${availableSpotsSql},
      'start_time', ${timeJsonSql('s.starts_at', 's.timezone')},
      'is_usual_time', s.distance <= 60 and exists (select from usual)) order by s.distance, s.starts_at, s.id)
    from fitting s), '[]') as results`,
);

/** Open sessions that fit a managed member, the best first. */
export async function readSessionsFor(read: Read, values: AdminScope & { id: string }) {
  const [found] = await read(sessionsStatement, values);
  return found!;
}

const invitedSessionStatement = statement('session-for-member-at-risk', {
  ...scopeValues,
  id: 'uuid',
  sessionId: 'uuid',
})<{
  status: string;
  has_started: boolean;
  is_in: boolean;
  is_invited: boolean;
  is_full: boolean;
  fits: boolean;
}>(
  `select s.status, s.starts_at <= now() as has_started, ${availableSpotsSql} = 0 as is_full,
    exists (select from session_participants p
      where p.organization_id = s.organization_id and p.session_id = s.id and p.user_id = u.id) as is_in,
    exists (select from session_invites i
      where i.organization_id = s.organization_id and i.session_id = s.id and i.user_id = u.id) as is_invited,
    coalesce(${fits}, false) as fits
  from sessions s join users u on u.organization_id = s.organization_id and u.id = $id
  where s.organization_id = $organizationId and s.id = $sessionId and ($gymIds is null or s.gym_id = any($gymIds))`,
);

/** What decides whether a managed member may be invited to a session; undefined when the admin manages no such session. */
export async function readInvitedSession(read: Read, asked: AdminScope & { id: string; sessionId: string }) {
  const [session] = await read(invitedSessionStatement, asked);
  return session;
}
