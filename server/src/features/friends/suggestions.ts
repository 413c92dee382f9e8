import type { Returns } from '@spotter/contract/api/endpoint.ts';
import { listFriendSuggestions as suggestionsEndpoint } from '@spotter/contract/friends.ts';
import { hiddenCte, isHidden, personJsonSql } from '#features/users/index.ts';
import { statement } from '#platform/db/statement.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { friendsCte, type Page, pageValues } from './friends.read.ts';
import { type PageQuery, paged, pageFor } from './friends.service.ts';
import { type Match, reasonFor } from './suggestions.words.ts';

type Suggestion = Returns<typeof suggestionsEndpoint>['results'][number];
type Row = Omit<Suggestion, 'reason'> & { match: Match };

/** How far back training counts, and how many of the newest sessions are read, whatever the size of the gym. */
const SINCE = `now() - interval '8 weeks'`;
const MOST_SESSIONS_A_GYM = 250;
const MOST_PARTNERS = 150;
/** With fewer partners than this, the gym's newest members are added. */
const FEWEST_PARTNERS = 60;

/** The hours behind each preferred time; the weekend has none. */
const hoursOf = `case liked when 'early_morning' then '{4,5,6}' when 'morning' then '{7,8,9,10}' when 'midday' then '{11,12,13}'
  when 'afternoon' then '{14,15,16}' when 'evening' then '{17,18,19,20}' when 'night' then '{21,22,23,0,1,2,3}' else '{}' end::int[]`;
const hourSql = 'extract(hour from s.starts_at at time zone g.timezone)::int';
const trainedSql = `s.organization_id = $organizationId and s.status = 'active' and s.starts_at > ${SINCE} and s.starts_at <= now()`;
const overlap = (one: string, other: string) =>
  `array(select unnest(${one}) intersect select unnest(${other}) order by 1)`;

/*
 * 'mine' is what the reader trained and gives their hours. 'pool' is the newest sessions of their gyms at those hours,
 * and 'partners' the people in them. Only partners are ranked, so the size of the organization does not matter. Each
 * demo is a separate organization, so it suggests only its own people.
 */
const suggestionsStatement = statement('friend-suggestions', { ...pageValues, gymIds: 'uuid[]' })<Page<Row>>(
  `with ${hiddenCte}, ${friendsCte},
  me as materialized (select * from users where id = $userId),
  mine as materialized (
    select s.id, s.gym_id, ${hourSql} as hour, s.workout_type
    from session_participants p join sessions s on s.organization_id = p.organization_id and s.id = p.session_id
      join gyms g on g.organization_id = s.organization_id and g.id = s.gym_id
    where p.organization_id = $organizationId and p.user_id = $userId and p.attended is not false and ${trainedSql}
  ),
  hours as materialized (
    select gym_id, hour from mine where gym_id = any($gymIds)
    union select gym.id, hour from unnest($gymIds) gym (id), me, unnest(me.preferred_times) liked, unnest(${hoursOf}) hour
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
    select p.user_id, pool.hour, pool.workout_type, mine.id is not null as together, same.hour is not null as same
    from pool
      join session_participants p on p.organization_id = $organizationId and p.session_id = pool.id and p.attended is not false
      left join mine on mine.id = pool.id
      left join (select distinct gym_id, hour, workout_type from mine) same
        on same.gym_id = pool.gym_id and same.hour = pool.hour and same.workout_type = pool.workout_type
    where p.user_id <> $userId
  ),
  often as materialized (
    select user_id from seen group by user_id
    order by count(*) filter (where together) desc, count(*) desc, user_id limit ${MOST_PARTNERS}
  ),
  partners as materialized (
    select user_id, count(*)::int as times, count(*) filter (where together)::int as together,
      mode() within group (order by hour) as hour,
      mode() within group (order by array[hour::text, workout_type]) filter (where same) as same,
      array_agg(distinct workout_type) as types
    from seen where user_id in (select user_id from often) group by user_id
  ),
  in_common as materialized (
    select theirs.user_id, count(*)::int as friends from (
      select f.user_high_id as user_id from mates m join friendships f on f.organization_id = $organizationId and f.user_low_id = m.user_id
      union all select f.user_low_id from mates m join friendships f on f.organization_id = $organizationId and f.user_high_id = m.user_id
    ) theirs where theirs.user_id <> $userId group by theirs.user_id
  ),
  candidates as materialized (
    select user_id from partners
    union (select c.user_id from (select user_id from in_common order by friends desc, user_id limit ${FEWEST_PARTNERS}) c
      where exists (select from user_gyms ug
        where ug.organization_id = $organizationId and ug.user_id = c.user_id and ug.gym_id = any($gymIds)))
    union (select ug.user_id from user_gyms ug where ug.organization_id = $organizationId and ug.gym_id = any($gymIds)
      order by ug.user_id desc limit (select greatest(0, ${FEWEST_PARTNERS} - count(*)) from partners))
  ),
  near as materialized (select * from in_common where user_id in (select user_id from candidates)),
  weighed as (
    select u.id, coalesce(n.friends, 0) as friends, p.times, p.together,
      case when u.shows_times then p.hour end as hour, case when u.shows_times then p.same end as same,
      u.shows_goals and coalesce(u.fitness_level = me.fitness_level, false) as same_level,
      ${overlap("case when u.shows_goals then u.goals else '{}' end", 'me.goals')} as goals,
      ${overlap('coalesce(p.types, u.favourite_workouts)', "case when me.types = '{}' then me.favourite_workouts else me.types end")} as types,
      u.shows_times and u.preferred_times && me.preferred_times as same_times
    from (select *, level_and_goals_shown_to = 'everyone' as shows_goals, usual_times_shown_to = 'everyone' as shows_times from users) u
      cross join (select me.*, array(select distinct workout_type from mine) as types from me) me
      left join partners p on p.user_id = u.id left join near n on n.user_id = u.id
    where u.id = any(array(select user_id from candidates)) and u.id <> $userId and u.organization_id = $organizationId and u.is_active
      and not ${isHidden('u.id')} and u.id not in (select user_id from mates)
      and not exists (select from friend_requests r where r.organization_id = $organizationId and r.status in ('pending', 'declined')
        and ((r.sender_id = $userId and r.receiver_id = u.id) or (r.receiver_id = $userId and r.sender_id = u.id)))
  ),
  ranked as (
    select *, 8 * least(coalesce(times, 0), 5) + 10 * least(coalesce(together, 0), 2) + 10 * (same is not null)::int
      + 15 * same_level::int + 10 * least(cardinality(goals), 2) + 5 * least(cardinality(types), 2)
      + 5 * least(friends, 4) + 5 * same_times::int as score
    from weighed
  ),
  page as (select * from ranked order by score desc, id limit $limit offset $offset)
  select (select count(*)::int from ranked) as count,
    coalesce((select json_agg(json_build_object('person', ${personJsonSql('u')}, 'friends_in_common', p.friends,
      'match', json_build_object('hour', p.hour, 'same', p.same, 'same_level', p.same_level, 'together', coalesce(p.together, 0),
        'goals', p.goals, 'types', p.types, 'friends', p.friends,
        'hours_known', exists (select from hours), 'trains', exists (select from mine),
        'gym', (select g.name from user_gyms ug join gyms g on g.organization_id = ug.organization_id and g.id = ug.gym_id
          where ug.organization_id = $organizationId and ug.user_id = u.id and ug.gym_id = any($gymIds) order by g.id limit 1)))
      order by p.score desc, p.id) from page p join users u on u.id = p.id), '[]') as results`,
);

export async function listFriendSuggestions(ctx: MemberCtx, query: PageQuery) {
  const { gymIds } = ctx.caller;
  const [found] = await ctx.read(suggestionsStatement, { ...pageFor(ctx, query), gymIds });
  const { count, results } = found!;
  const suggestions = results.map(({ match, ...row }) => ({ ...row, reason: reasonFor(match) }));
  return paged(suggestionsEndpoint, query, { count, results: suggestions });
}
