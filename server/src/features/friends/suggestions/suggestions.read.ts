import type { SuggestionReason } from '@spotter/contract/friends.ts';
import { fitnessLevels } from '@spotter/contract/users/fitness-levels.ts';
import type { Person } from '@spotter/contract/users/users.ts';
import { hiddenCte, personJsonSql } from '#features/users/index.ts';
import type { Read } from '#platform/db/reads.ts';
import { statement } from '#platform/db/statement.ts';
import { friendsCte, type Page, pageValues } from '../friends.read.ts';
import { isOwnSpot } from '../own-spot.read.ts';
import {
  HALFWAY,
  MOST_SEEN,
  NEWCOMER_EVERY,
  NEWCOMER_FIRST,
  NEXT_LEVEL,
  OPENNESS_POWER,
  reasons,
  SEEN,
  weights,
} from './fit.policy.ts';
import type { Match } from './suggestions.words.ts';
import { HOURS, TWENTIETHS, TYPES } from './training-facts.policy.ts';
import { trainedSql } from './training-facts.repo.ts';

/** In a large gym so many who train most like the reader are scored; so do friends of friends, partners and newcomers. */
const MOST_ALIKE = 150;
const MOST_FRIENDS_OF_FRIENDS = 40;
/** Members who joined in the last weeks take turns when there are many. */
const NEW_FOR = `interval '4 weeks'`;
const NEWEST_READ = 100;
const MOST_NEWCOMERS = 30;
/** Having been seen counts against a member for four weeks. */
const FORGOTTEN_AFTER = 28;

const overlap = (one: string, other: string) =>
  `array(select unnest(${one}) intersect select unnest(${other}) order by 1)`;
const levelSql = (level: string) => `array_position(array[${fitnessLevels.map((name) => `'${name}'`)}], ${level})`;

/** `inCommon` of fit.policy.ts in SQL; a test compares the two. Alias: w the pair. */
const inCommonSql: Record<SuggestionReason, string> = {
  hours: `w.hours::float8 / ${2 * TWENTIETHS}`,
  workouts: `w.workouts::float8 / ${TWENTIETHS}`,
  level: `case w.levels_apart when 0 then 1 when 1 then ${NEXT_LEVEL} else 0 end::float8`,
  goals: `case when w.goals = 0 then 0 else 2 * w.goals::float8 / w.goals_of_both end`,
  friends: `w.friends::float8 / (w.friends + ${HALFWAY})`,
  together: `w.together::float8 / (w.together + ${HALFWAY})`,
};
const sumSql = reasons.map((reason) => `${weights[reason]} * common.${reason}`).join(' + ');

/** A number for the turn a member has today with this reader. */
const turnSql = (user: string) => `uuid_hash_extended(${user}, (select seed from turns))`;

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
 * 'near' compares the reader's training facts with everyone's at the same gyms. Of them, and of those who are near in another
 * way, only candidates are scored, so the size of the organization does not matter. Who may be suggested, and what of a member
 * may count, is read from the rows themselves, never from the facts. docs/friends.md explains the rule.
 */
const suggestionsStatement = statement(
  'friend-suggestions',
  { ...pageValues, gymIds: 'uuid[]', gymId: 'uuid?', today: 'date' },
  { onePlan: true },
)<Page<SuggestionRow>>(
  `with ${hiddenCte}, ${friendsCte},
  turns as materialized (select uuid_hash_extended($userId, ($today - date '2000-01-01')::bigint) as seed),
  me as materialized (select fitness_level, goals, favourite_workouts, level_and_goals_shown_to = 'everyone' as shows_goals,
    usual_times_shown_to = 'everyone' as shows_times from users where id = $userId),
  own as materialized (
    select gym.id as gym_id, coalesce(f.hours, repeat('0', ${HOURS * TWENTIETHS})::varbit) as hours,
      coalesce(f.types, repeat('0', ${TYPES * TWENTIETHS})::varbit) as types, coalesce(f.openness, 1) as openness,
      coalesce(f.usual_hours, '{}') as usual_hours, coalesce(f.usual_workouts, '{}') as usual_workouts
    from unnest($gymIds) gym (id) left join training_facts f
      on f.organization_id = $organizationId and f.gym_id = gym.id and f.user_id = $userId
  ),
  near as materialized (
    select f.user_id, sum(bit_count(f.hours & own.hours)::int) as hours, sum(bit_count(f.types & own.types)::int) as workouts,
      max(f.openness) as openness, $gymId is null or bool_or(f.gym_id = $gymId) as at_own_gym
    from own join training_facts f on f.organization_id = $organizationId and f.gym_id = own.gym_id group by f.user_id
  ),
  said as materialized (
    select f.suggested_id, f.acted_on, f.dismissed_on, f.shown_days, f.last_shown_on from friend_suggestions f
    where f.organization_id = $organizationId and f.user_id = $userId
  ),
  -- Friends, open or declined requests, "not for me" from either side, and blocks.
  out_of_question as materialized (
    select $userId as user_id union all select user_id from mates union all select unnest(ids) from hidden
    union all select receiver_id from friend_requests
      where organization_id = $organizationId and sender_id = $userId and (status = 'pending' or declined_at is not null)
    union all select sender_id from friend_requests
      where organization_id = $organizationId and receiver_id = $userId and (status = 'pending' or declined_at is not null)
    union all select suggested_id from said where dismissed_on is not null
    union all select user_id from friend_suggestions
      where organization_id = $organizationId and suggested_id = $userId and dismissed_on is not null
  ),
  partners as materialized (
    select theirs.user_id, count(*)::int as together
    from session_participants mine join sessions s on s.organization_id = $organizationId and s.id = mine.session_id and ${trainedSql}
      join session_participants theirs on theirs.organization_id = $organizationId and theirs.session_id = s.id
        and ${isOwnSpot('theirs')}
    where mine.organization_id = $organizationId and mine.user_id = $userId and ${isOwnSpot('mine')} group by theirs.user_id
  ),
  in_common as materialized (
    select theirs.user_id, count(*)::int as friends from (
      select f.user_high_id as user_id from mates m join friendships f on f.organization_id = $organizationId and f.user_low_id = m.user_id
      union all select f.user_low_id from mates m join friendships f on f.organization_id = $organizationId and f.user_high_id = m.user_id
    ) theirs group by theirs.user_id
  ),
  newest as materialized (
    select distinct user_id from unnest($gymIds) gym (id) cross join lateral (
      select ug.user_id from user_gyms ug where ug.organization_id = $organizationId and ug.gym_id = gym.id
      order by ug.user_id desc limit ${NEWEST_READ}) joined
  ),
  candidates as materialized (
    (select user_id from near where user_id not in (select user_id from out_of_question)
      order by at_own_gym desc, ${weights.hours} * hours + ${2 * weights.workouts} * workouts desc, ${turnSql('user_id')}
      limit ${MOST_ALIKE})
    union select user_id from partners
    union (select user_id from in_common order by friends desc, user_id limit ${MOST_FRIENDS_OF_FRIENDS})
    union (select user_id from newest where not exists (select from training_facts f
      where f.organization_id = $organizationId and f.gym_id = any($gymIds) and f.user_id = newest.user_id))
    union (select u.id from users u where u.id = any(array(select user_id from newest)) and u.created_at > now() - ${NEW_FOR}
      order by ${turnSql('u.id')} limit ${MOST_NEWCOMERS})
  ),
  weighed as materialized (
    select u.id, u.created_at > now() - ${NEW_FOR} as is_new, open.times as shows_times, open.goals as shows_goals,
      case when open.times then coalesce(near.hours, 0) else 0 end as hours,
      case when open.times and open.goals then coalesce(near.workouts, 0) else 0 end as workouts,
      case when open.goals then abs(${levelSql('u.fitness_level')} - ${levelSql('me.fitness_level')}) end as levels_apart,
      case when open.goals and u.goals && me.goals
        then (select count(*) from unnest(u.goals) goal where goal = any(me.goals)) else 0 end as goals,
      cardinality(u.goals) + cardinality(me.goals) as goals_of_both,
      coalesce(f.friends, 0) as friends, coalesce(p.together, 0) as together, coalesce(near.openness, 1) as openness,
      $gymId is null or $gymId = any(u.gym_ids) as at_own_gym
    from users u cross join me
      cross join lateral (select u.level_and_goals_shown_to = 'everyone' and me.shows_goals as goals,
        u.usual_times_shown_to = 'everyone' and me.shows_times as times) open
      left join near on near.user_id = u.id left join partners p on p.user_id = u.id left join in_common f on f.user_id = u.id
    where u.id = any(array(select user_id from candidates)) and u.organization_id = $organizationId and u.is_active
      and u.gym_ids && $gymIds and u.id not in (select user_id from out_of_question)
  ),
  fitting as materialized (
    select w.*, ${turnSql('w.id')} as turn, (${sumSql}) * power((select max(openness) from own) * w.openness, ${OPENNESS_POWER}::float8) as fit,
      array_remove(array[${reasons.map((reason) => `case when common.${reason} > 0 then '${reason}' end`)}], null) as reasons,
      case when said.acted_on is null and said.last_shown_on > $today - ${FORGOTTEN_AFTER}
        then least(said.shown_days - (said.last_shown_on >= $today)::int, ${MOST_SEEN}) else 0 end::float8 as seen
    from weighed w
      cross join lateral (select ${reasons.map((reason) => `${inCommonSql[reason]} as ${reason}`)}) common
      left join said on said.suggested_id = w.id
  ),
  placed as (
    select *, row_number() over (partition by at_own_gym order by points desc, turn) as place,
      row_number() over (partition by at_own_gym, is_new order by points desc, turn) as place_in_kind
    from (select *, fit * power(${SEEN}::float8, seen) as points from fitting offset 0) f
  ),
  ranked as (
    select *, case when is_new then least(place, ${NEWCOMER_EVERY} * (place_in_kind - 1) + ${NEWCOMER_FIRST - 0.5}::float8) else place end as rank from placed
  ),
  page as (select * from ranked order by at_own_gym desc, rank, id limit $limit offset $offset)
  select (select count(*)::int from ranked) as count,
    coalesce((select json_agg(json_build_object('person', ${personJsonSql('u')}, 'friends_in_common', p.friends,
      'reasons', p.reasons, 'is_new', p.is_new, 'fit', p.fit,
      'match', json_build_object('alike', p.hours::float8 / ${2 * TWENTIETHS}, 'same_level', coalesce(p.levels_apart = 0, false),
        'together', p.together, 'friends', p.friends,
        'goals', case when p.shows_goals then ${overlap('u.goals', 'me.goals')} else '{}' end,
        'types', case when p.shows_goals then ${overlap('u.favourite_workouts', 'me.favourite_workouts')} else '{}' end, 'is_new', p.is_new,
        'several_gyms', cardinality($gymIds) > 1,
        'gyms', (select json_agg(json_build_object('name', g.name, 'is_current', g.id is not distinct from $gymId, 'mine', json_build_object('hours', own.usual_hours, 'workouts', own.usual_workouts),
            'theirs', case when p.shows_times and f.user_id is not null then json_build_object('hours', f.usual_hours, 'workouts', f.usual_workouts) end)
            order by g.id is not distinct from $gymId desc, g.id)
          from own join gyms g on g.organization_id = $organizationId and g.id = own.gym_id and g.id = any(u.gym_ids)
            left join training_facts f on f.organization_id = $organizationId and f.gym_id = own.gym_id and f.user_id = p.id)))
      order by p.at_own_gym desc, p.rank, p.id) from page p join users u on u.id = p.id cross join me), '[]') as results`,
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
