import type { SuggestionReason } from '@spotter/contract/friends.ts';
import type { Person } from '@spotter/contract/users/users.ts';
import { hiddenCte, isHidden, personJsonSql } from '#features/users/index.ts';
import type { Read } from '#platform/db/reads.ts';
import { statement } from '#platform/db/statement.ts';
import { friendsCte, type Page, pageValues } from '../friends.read.ts';
import type { Match } from './suggestions.words.ts';

/** How far back training counts, and how many of the newest sessions are read, whatever the size of the gym. */
const SINCE = `now() - interval '8 weeks'`;
const MOST_SESSIONS_A_GYM = 150;
const MOST_PARTNERS = 60;
/** With fewer partners than this, the gym's newest members are added. */
const FEWEST_PARTNERS = 60;
/** Members who joined in the last weeks have a share of the list, and take turns when there are many. */
const NEW_FOR = `interval '4 weeks'`;
const NEWEST_READ = 120;
const FEWEST_NEWCOMERS = 25;
/** An ignored suggestion has been seen on this many days; it counts against the person for four weeks. */
const IGNORED_AFTER = 3;
const FORGOTTEN_AFTER = 28;
/** Points that somebody from another of the reader's gyms lacks: it takes a little more to go there. */
const ELSEWHERE = 20;

/** The hours behind each preferred time; the weekend has none. */
const hoursOf = `case liked when 'early_morning' then '{4,5,6}' when 'morning' then '{7,8,9,10}' when 'midday' then '{11,12,13}'
  when 'afternoon' then '{14,15,16}' when 'evening' then '{17,18,19,20}' when 'night' then '{21,22,23,0,1,2,3}' else '{}' end::int[]`;
const hourSql = 'extract(hour from s.starts_at at time zone g.timezone)::int';
const trainedSql = `s.organization_id = $organizationId and s.status = 'active' and s.starts_at > ${SINCE} and s.starts_at <= now()`;
const overlap = (one: string, other: string) =>
  `array(select unnest(${one}) intersect select unnest(${other}) order by 1)`;

/** What speaks for a pair, in points. Every line is the same whichever of the two reads it. Alias: w the pair. */
const pointsSql: Record<SuggestionReason, string> = {
  hours: '8 * least(w.times, 5) + 10 * (w.same is not null)::int + 5 * w.same_times::int',
  level: '15 * w.same_level::int',
  goals: '10 * least(cardinality(w.goals), 2)',
  workouts: '5 * least(cardinality(w.types), 2)',
  friends: '5 * least(w.friends, 4)',
  together: '10 * least(w.together, 2)',
};
const reasons = Object.keys(pointsSql);

/** How much a reason counts for a member: more when it has led to something, less when it was passed by. Alias: o the outcomes. */
const weightSql = (reason: string) =>
  `least(1.5, greatest(0.5, (2.0 + 2 * o.won_${reason}) / (2 + o.won_${reason} + o.lost_${reason}))) as ${reason}`;
const countsSql = (reason: string) => `count(*) filter (where f.won and '${reason}' = any(f.reasons)) as won_${reason},
  count(*) filter (where f.lost and '${reason}' = any(f.reasons)) as lost_${reason}`;
/** A pair's sum by the taste of one of the two. Alias: pts the points. */
const sumSql = (taste: string) =>
  reasons.map((reason) => `pts.${reason} * coalesce(${taste}.${reason}, 1)`).join(' + ');

export type SuggestionRow = {
  person: Person;
  reasons: SuggestionReason[];
  friends_in_common: number;
  is_new: boolean;
  /** How well the two suit each other, the same for both. */
  fit: number;
  match: Match;
};

/*
 * 'mine' is what the reader trained and gives their hours. 'pool' is the newest sessions of their gyms at those hours,
 * and 'partners' the people in them. Only candidates are scored, so the size of the organization does not matter. Each
 * demo is a separate organization, so it suggests only its own people. docs/friends.md explains the rule.
 */
const suggestionsStatement = statement(
  'friend-suggestions',
  { ...pageValues, gymIds: 'uuid[]', gymId: 'uuid?', today: 'date' },
  { onePlan: true },
)<Page<SuggestionRow>>(
  `with ${hiddenCte}, ${friendsCte},
  me as materialized (select *, level_and_goals_shown_to = 'everyone' as shows_goals,
    usual_times_shown_to = 'everyone' as shows_times from users where id = $userId),
  mine as materialized (
    select s.id, s.gym_id, ${hourSql} as hour, s.workout_type
    from session_participants p join sessions s on s.organization_id = p.organization_id and s.id = p.session_id
      join gyms g on g.organization_id = s.organization_id and g.id = s.gym_id
    where p.organization_id = $organizationId and p.user_id = $userId and p.attended is not false and ${trainedSql}
  ),
  hours as materialized (
    select gym_id, hour, count(*)::int as times from mine where gym_id = any($gymIds) group by gym_id, hour
    union all select distinct gym.id, hour, null::int
      from unnest($gymIds) gym (id), me, unnest(me.preferred_times) liked, unnest(${hoursOf}) hour
    where not exists (select from mine)
  ),
  pool as materialized (
    select recent.* from unnest($gymIds) gym (id) cross join lateral (
      select s.id, s.gym_id, s.workout_type, ${hourSql} as hour
      from sessions s join gyms g on g.organization_id = s.organization_id and g.id = s.gym_id
      where s.gym_id = gym.id and ${trainedSql}
        and (not exists (select from hours) or (gym.id, ${hourSql}) in (select gym_id, hour from hours))
      order by s.starts_at desc, s.id desc limit ${MOST_SESSIONS_A_GYM}
    ) recent
  ),
  seen as materialized (
    select p.user_id, pool.gym_id, pool.hour, pool.workout_type, mine.id is not null as together, same.hour is not null as same
    from pool
      cross join lateral (select p.user_id from session_participants p where p.organization_id = $organizationId
        and p.session_id = pool.id and p.user_id <> $userId and p.attended is not false offset 0) p
      left join mine on mine.id = pool.id
      left join (select distinct gym_id, hour, workout_type from mine) same
        on same.gym_id = pool.gym_id and same.hour = pool.hour and same.workout_type = pool.workout_type
  ),
  often as materialized (
    select user_id from seen group by user_id
    order by count(*) filter (where together) desc, count(*) desc, user_id limit ${MOST_PARTNERS}
  ),
  -- Of each hour the smaller count: nobody suits somebody who is hardly ever there. A newcomer's usual hours count whole.
  shared as materialized (
    select theirs.user_id, sum(least(theirs.times, coalesce(hours.times, theirs.times)))::int as times
    from (select user_id, gym_id, hour, count(*)::int as times from seen where user_id in (select user_id from often)
        group by user_id, gym_id, hour) theirs
      join hours on hours.gym_id = theirs.gym_id and hours.hour = theirs.hour
    group by theirs.user_id
  ),
  partners as materialized (
    select p.*, coalesce(shared.times, 0) as times from (
      select user_id, count(*) filter (where together)::int as together,
        mode() within group (order by array[hour::text, gym_id::text]) as often_at,
        mode() within group (order by array[hour::text, workout_type, gym_id::text]) filter (where same) as same,
        coalesce(array_agg(distinct workout_type) filter (where same), '{}') as types
      from seen where user_id in (select user_id from often) group by user_id
    ) p left join shared on shared.user_id = p.user_id
  ),
  in_common as materialized (
    select theirs.user_id, count(*)::int as friends from (
      select f.user_high_id as user_id from mates m join friendships f on f.organization_id = $organizationId and f.user_low_id = m.user_id
      union all select f.user_low_id from mates m join friendships f on f.organization_id = $organizationId and f.user_high_id = m.user_id
    ) theirs where theirs.user_id <> $userId group by theirs.user_id
  ),
  newest as materialized (
    select distinct user_id from unnest($gymIds) gym (id) cross join lateral (
      select ug.user_id from user_gyms ug where ug.organization_id = $organizationId and ug.gym_id = gym.id
      order by ug.user_id desc limit ${NEWEST_READ}) joined
  ),
  candidates as materialized (
    select user_id from partners
    union (select c.user_id from (select user_id from in_common order by friends desc, user_id limit ${FEWEST_PARTNERS}) c
      where exists (select from user_gyms ug
        where ug.organization_id = $organizationId and ug.user_id = c.user_id and ug.gym_id = any($gymIds)))
    union (select user_id from newest order by user_id desc
      limit (select greatest(0, ${FEWEST_PARTNERS} - count(*)) from partners))
    union (select u.id from users u where u.id = any(array(select user_id from newest)) and u.created_at > now() - ${NEW_FOR}
      order by md5($today::text || u.id) limit ${FEWEST_NEWCOMERS})
  ),
  near as materialized (select * from in_common where user_id in (select user_id from candidates)),
  said as materialized (
    select f.* from friend_suggestions f where f.organization_id = $organizationId and f.user_id = $userId
  ),
  tastes as materialized (
    select o.user_id, ${reasons.map(weightSql)} from (
      select f.user_id, ${reasons.map(countsSql)} from (
        select f.user_id, f.reasons, coalesce(f.acted_on < $today, false) as won, f.acted_on is null and (coalesce(f.dismissed_on < $today, false)
          or f.shown_days - (f.last_shown_on >= $today)::int >= ${IGNORED_AFTER}) as lost
        from friend_suggestions f
        where f.organization_id = $organizationId and f.user_id = any(array(select user_id from candidates) || $userId)
          and (f.acted_on is not null or f.dismissed_on is not null or f.shown_days >= ${IGNORED_AFTER})
      ) f group by f.user_id
    ) o
  ),
  own_taste as materialized (select * from tastes where user_id = $userId),
  weighed as materialized (
    select u.id, coalesce(n.friends, 0) as friends, coalesce(p.together, 0) as together, u.created_at > now() - ${NEW_FOR} as is_new,
      case when not open.times then 0 when p.user_id is not null then p.times
        when exists (select from mine) and not exists (select from session_participants sp
            join sessions s on s.organization_id = sp.organization_id and s.id = sp.session_id
            where sp.organization_id = $organizationId and sp.user_id = u.id and sp.attended is not false and ${trainedSql})
          then (select count(*)::int from mine where mine.hour in (select hour from unnest(u.preferred_times) liked, unnest(${hoursOf}) hour)
            and exists (select from user_gyms ug where ug.organization_id = $organizationId and ug.user_id = u.id and ug.gym_id = mine.gym_id))
        else 0 end as times,
      case when open.times then p.often_at[1]::int end as hour, case when open.times then p.same end as same,
      case when open.times then coalesce(p.same[3], p.often_at[2])::uuid end as seen_at,
      $gymId is null or open.times and coalesce(p.often_at[2]::uuid = $gymId, false)
        or exists (select from user_gyms ug where ug.organization_id = $organizationId and ug.user_id = u.id and ug.gym_id = $gymId) as at_own_gym,
      open.goals and coalesce(u.fitness_level = me.fitness_level, false) as same_level,
      ${overlap("case when open.goals then u.goals else '{}' end", 'me.goals')} as goals,
      array(select unnest(case when open.times then coalesce(p.types, '{}') else '{}' end)
        union select unnest(${overlap("case when open.goals then u.favourite_workouts else '{}' end", 'me.favourite_workouts')}) order by 1) as types,
      open.times and u.preferred_times && me.preferred_times as same_times
    from (select *, level_and_goals_shown_to = 'everyone' as shows_goals, usual_times_shown_to = 'everyone' as shows_times from users) u
      cross join me
      cross join lateral (select u.shows_goals and me.shows_goals as goals, u.shows_times and me.shows_times as times) open
      left join partners p on p.user_id = u.id left join near n on n.user_id = u.id
    where u.id = any(array(select user_id from candidates)) and u.id <> $userId and u.organization_id = $organizationId and u.is_active
      and not ${isHidden('u.id')} and u.id not in (select user_id from mates)
      and not exists (select from friend_requests r where r.organization_id = $organizationId and (r.status = 'pending' or r.declined_at is not null)
        and ((r.sender_id = $userId and r.receiver_id = u.id) or (r.receiver_id = $userId and r.sender_id = u.id)))
      and not exists (select from friend_suggestions f where f.organization_id = $organizationId and f.dismissed_on is not null
        and ((f.user_id = $userId and f.suggested_id = u.id) or (f.user_id = u.id and f.suggested_id = $userId)))
  ),
  -- The smaller of both people's own sums, so it is the same whoever reads it.
  fitting as (
    select w.*, round(least(${sumSql('a')}, ${sumSql('b')}))::int as fit,
      array_remove(array[${reasons.map((reason) => `case when pts.${reason} > 0 then '${reason}' end`)}], null) as reasons,
      case when said.acted_on is null and said.last_shown_on > $today - ${FORGOTTEN_AFTER}
        then 4 * least(said.shown_days - (said.last_shown_on >= $today)::int, 10) else 0 end as ignored
    from weighed w
      cross join lateral (select ${Object.entries(pointsSql).map(([reason, value]) => `${value} as ${reason}`)}) pts
      left join said on said.suggested_id = w.id
      left join own_taste a on true
      left join tastes b on b.user_id = w.id
  ),
  -- Points count in tens; people within the same ten take turns from day to day.
  placed as (
    select *, row_number() over best as place, row_number() over (partition by is_new order by tens desc, turn) as place_in_kind
    from (select *, ceil((fit - ignored - (case when at_own_gym then 0 else ${ELSEWHERE} end)) / 10.0) as tens, md5($today::text || $userId::text || id) as turn from fitting) f
    window best as (order by tens desc, turn)
  ),
  -- The best newcomer comes third at the latest, and from there on every fifth person is one.
  ranked as (
    select *, case when is_new then least(place, 4 * place_in_kind - 1.5) else place end as rank from placed
  ),
  page as (select * from ranked order by rank, id limit $limit offset $offset)
  select (select count(*)::int from ranked) as count,
    coalesce((select json_agg(json_build_object('person', ${personJsonSql('u')}, 'friends_in_common', p.friends,
      'reasons', p.reasons, 'is_new', p.is_new, 'fit', p.fit,
      'match', json_build_object('hour', p.hour, 'same', p.same, 'same_level', p.same_level, 'together', p.together,
        'goals', p.goals, 'types', p.types, 'friends', p.friends, 'is_new', p.is_new,
        'same_usual', p.hour is null and p.times > 0, 'hours_known', exists (select from hours), 'trains', exists (select from mine),
        'several_gyms', cardinality($gymIds) > 1,
        'gym', (select g.name from gyms g left join user_gyms ug on ug.organization_id = g.organization_id and ug.gym_id = g.id and ug.user_id = u.id
          where g.organization_id = $organizationId and g.id = any($gymIds) and (ug.user_id is not null or g.id = p.seen_at)
          order by g.id is not distinct from p.seen_at desc, g.id is not distinct from $gymId desc, g.id limit 1)))
      order by p.rank, p.id) from page p join users u on u.id = p.id), '[]') as results`,
);

type Reader = { organizationId: string; userId: string; gymIds: readonly string[]; currentGymId: string | null };

/** A page of the people who suit the reader on a day, best first. */
export async function readSuggestions(
  read: Read,
  { organizationId, userId, gymIds, currentGymId: gymId }: Reader,
  page: { today: string; limit: number; offset: number },
): Promise<Page<SuggestionRow>> {
  const [found] = await read(suggestionsStatement, { organizationId, userId, gymIds, gymId, ...page });
  return found!;
}
