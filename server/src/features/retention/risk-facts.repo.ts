import { adminRoles } from '@spotter/contract/roles.ts';
import { isOwnSpot } from '#features/friends/index.ts';
import { blockedBetween } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import {
  factHours,
  leastBefore,
  leastHabit,
  leastTogether,
  leaveDays,
  type RiskFacts,
  type Weights,
  weightValues,
} from './model/risk.policy.ts';
import { probabilitySql } from './model/risk-formulas.repo.ts';

const ago = (hours: number) => `$now - interval '${hours} hours'`;
const hours = (interval: string) => `extract(epoch from ${interval})::float8 / 3600`;

/** Rows `trained` and `habit`: the sessions members were in, and each member's rhythm. */
const trainedCtes = `trained as materialized (
    select p.user_id, p.session_id, s.starts_at,
      ${hours('(s.starts_at - lag(s.starts_at) over (partition by p.user_id order by s.starts_at))')} / 24 as gap
    from sessions s join session_participants p on p.organization_id = s.organization_id and p.session_id = s.id
    where s.organization_id = $organizationId and s.status = 'active' and ${isOwnSpot()}
      and s.starts_at <= $now and s.starts_at > ${ago(factHours.history)}
  ), habit as materialized (
    select user_id, max(starts_at) as last_at, min(starts_at) as first_at,
      min(starts_at) filter (where starts_at > ${ago(factHours.usual)}) as first_lately_at,
      percentile_cont(0.5) within group (order by gap) as usual_gap, max(gap) as longest_gap,
      count(*) filter (where starts_at > ${ago(factHours.recent)})::int as recent,
      count(*) filter (where starts_at <= ${ago(factHours.recent)} and starts_at > ${ago(factHours.usual)})::int as before
    from trained group by user_id
  )`;
const hasHabit = `h.recent + h.before >= ${leastHabit}`;

/** Who is judged: members with a habit who are not gone yet. */
const candidateCte = (condition: string) => `candidate as materialized (
    select h.*, u.created_at from habit h join users u on u.organization_id = $organizationId and u.id = h.user_id
    where ${condition} and u.role not in (${adminRoles.map((role) => `'${role}'`)})
      and ${hasHabit} and h.last_at > ${ago(factHours.gone)}
  )`;

const tieCtes = `tie as (
    select user_low_id as user_id, user_high_id as friend_id from friendships
    where organization_id = $organizationId and created_at <= $now
    union all select user_high_id, user_low_id from friendships
    where organization_id = $organizationId and created_at <= $now
  ), circle as (
    select tie.user_id, count(*) filter (where h.last_at > ${ago(factHours.stopped)})::int as training,
      count(*) filter (where h.last_at <= ${ago(factHours.stopped)} and ${hasHabit})::int as stopped
    from candidate c join tie using (user_id) join habit h on h.user_id = tie.friend_id group by tie.user_id
  ), together as (
    select mine.user_id, other.user_id as partner_id, count(*) as times
    from candidate c join trained mine using (user_id)
      join trained other on other.session_id = mine.session_id and other.user_id <> mine.user_id
    where c.last_at <= ${ago(factHours.away)} and not ${blockedBetween('mine.user_id', 'other.user_id')}
    group by 1, 2 having count(*) >= ${leastTogether}
  ), partner as (
    select distinct on (t.user_id) t.user_id, h.last_at <= ${ago(factHours.stopped)} as stopped
    from together t join habit h on h.user_id = t.partner_id order by t.user_id, t.times desc, t.partner_id
  )`;

const answerCtes = `asked as (
    select user_id, count(*) filter (where is_answered)::int as answered, count(*) filter (where not is_answered)::int as unanswered
    from (select i.user_id, coalesce(i.declined_at <= $now, false) or exists (select from session_participants p
        where p.organization_id = i.organization_id and p.session_id = i.session_id and p.user_id = i.user_id
          and p.joined_at <= $now) as is_answered
      from session_invites i where i.organization_id = $organizationId
        and i.created_at <= $now and i.created_at > ${ago(factHours.invites)}) invite
    group by user_id
  ), booked as (
    select distinct p.user_id from sessions s join session_participants p
      on p.organization_id = s.organization_id and p.session_id = s.id
    where s.organization_id = $organizationId and s.status = 'active' and s.starts_at > $now and p.joined_at <= $now
      and ${isOwnSpot()}
  )`;

const isNew = `c.before < ${leastBefore}`;
const weeksHere = `greatest(1, (${hours('$now - c.first_lately_at')}) / 168)`;
const weeksOfHabit = `greatest(1, (${hours(`${ago(factHours.recent)} - greatest(c.first_at, ${ago(factHours.usual)})`)}) / 168)`;

// The names of `RiskFacts`.
const factsCte = `facts as materialized (
    select c.user_id, c.last_at, ${hours('$now - c.last_at')} / 24 as days_away, c.recent,
      case when ${isNew} then (c.recent + c.before) / ${weeksHere} else c.before / ${weeksOfHabit} end as usual,
      ${isNew} as is_new, c.usual_gap, c.longest_gap,
      booked.user_id is not null as booked, greatest(0, ${hours('$now - c.created_at')}) / 168 as weeks_here,
      coalesce(circle.training, 0) as friends_training, coalesce(circle.stopped, 0) as friends_stopped,
      coalesce(partner.stopped, false) as partner_stopped,
      coalesce(asked.answered, 0) as invites_answered, coalesce(asked.unanswered, 0) as invites_unanswered
    from candidate c left join circle using (user_id) left join partner using (user_id)
      left join asked using (user_id) left join booked using (user_id)
  )`;

const factsCtes = (condition: string) =>
  [trainedCtes, candidateCte(condition), tieCtes, answerCtes, factsCte].join(', ');
const factsJson = "to_jsonb(facts) - array['user_id', 'last_at']";

// A lost member's row goes; the others are written over. Both touch different rows.
const refreshStatement = statement('refresh-risks', {
  organizationId: 'uuid',
  now: 'timestamptz',
  weights: 'float8[]',
})<{ members: number }>(
  `with ${factsCtes('u.is_active')},
  gone as (
    delete from member_risks r where r.organization_id = $organizationId
      and not exists (select from facts where facts.user_id = r.user_id)
  ), written as (
    insert into member_risks (organization_id, user_id, probability, facts, last_session_at)
    select $organizationId, facts.user_id, ${probabilitySql}, ${factsJson}, facts.last_at
    from facts
    on conflict (organization_id, user_id) do update
      set probability = excluded.probability, facts = excluded.facts, last_session_at = excluded.last_session_at
    returning user_id
  )
  select count(*)::int as members from written`,
);

/** Computes the risk of every member of an organization anew, and returns how many it judged. */
export async function refreshRisks(
  tx: Db,
  { weights, ...values }: { organizationId: string; now: Date; weights: Weights },
): Promise<number> {
  const [row] = await run(tx, refreshStatement, { ...values, weights: weightValues(weights) });
  return row!.members;
}

const countStatement = statement('count-risk-members', { organizationId: 'uuid' })<{ members: number }>(
  'select count(*)::int as members from users where organization_id = $organizationId',
);

export async function countMembers(db: Db, organizationId: string): Promise<number> {
  const [row] = await run(db, countStatement, { organizationId });
  return row!.members;
}

// Members who are no longer active are the ones to learn most from.
const examplesStatement = statement('risk-examples', { organizationId: 'uuid', now: 'timestamptz', perMille: 'int' })<{
  user_id: string;
  facts: RiskFacts;
  left: boolean;
}>(
  `with ${factsCtes('abs(uuid_hash_extended(u.id, 0) % 1000) < $perMille')}
  select facts.user_id, ${factsJson} as facts, not exists (select from session_participants p
      join sessions s on s.organization_id = p.organization_id and s.id = p.session_id
    where p.organization_id = $organizationId and p.user_id = facts.user_id and s.status = 'active' and ${isOwnSpot()}
      and s.starts_at > $now and s.starts_at <= $now + interval '${leaveDays} days') as left
  from facts`,
);

/** What was known about so many in a thousand members at a moment of the past, and whether they left after it. */
export const readExamples = (tx: Db, moment: { organizationId: string; now: Date; perMille: number }) =>
  run(tx, examplesStatement, moment);

const knownStatement = statement('risk-known-spots', { organizationId: 'uuid', now: 'timestamptz' })<{ known: number }>(
  `select coalesce(avg(case when p.attended is not null or ${isOwnSpot()} then 1 else 0 end), 1)::float8 as known
  from sessions s join session_participants p on p.organization_id = s.organization_id and p.session_id = s.id
  where s.organization_id = $organizationId and s.status = 'active' and p.user_id <> s.creator_id
    and s.starts_at <= $now and s.starts_at > ${ago(factHours.history)}`,
);

/** Of how many of the latest spots is known whether the member came; 1 without any. */
export async function readKnownShare(tx: Db, moment: { organizationId: string; now: Date }): Promise<number> {
  const [row] = await run(tx, knownStatement, moment);
  return row!.known;
}
