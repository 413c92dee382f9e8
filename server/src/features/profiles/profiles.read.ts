import type { UserProfile } from '@spotter/contract/users/profiles.ts';
import { areFriendsSql, friendsCte, isWaiting, requestBetween } from '#features/friends/index.ts';
import { availableSpotsSql, isAheadSql, visibleSession } from '#features/sessions/index.ts';
import { hiddenCte, isHidden, personJsonSql } from '#features/users/index.ts';
import { instantSql } from '#platform/db/json.ts';
import type { Read } from '#platform/db/reads.ts';
import { statement } from '#platform/db/statement.ts';

/** SQL for whether the member u shows a part of the profile to the reader; members see all of their own. */
const shows = (part: string) => `(u.id = $userId or u.${part}_shown_to = 'everyone'
  or u.${part}_shown_to = 'friends' and mate.id is not null)`;
const parts = ['level_and_goals', 'usual_times', 'sessions'];

const inCommonSql = `select p.* from mates join users p on p.id = mates.user_id and p.is_active and not ${isHidden('p.id')}
  where ${areFriendsSql('least(u.id, p.id)', 'greatest(u.id, p.id)')}`;

const nextSessionsSql = `select s.id, s.title, s.workout_type, s.starts_at, g.name as gym_name, g.timezone
  from session_participants p join sessions s on s.organization_id = p.organization_id and s.id = p.session_id
    join gyms g on g.organization_id = s.organization_id and g.id = s.gym_id
  where p.organization_id = $organizationId and p.user_id = u.id and ${isAheadSql}
    and ${visibleSession} and ${availableSpotsSql} > 0
  order by s.starts_at, s.id limit 3`;

const profileStatement = statement('profile', {
  organizationId: 'uuid',
  userId: 'uuid',
  gymIds: 'uuid[]',
  id: 'uuid',
})<{ profile: UserProfile }>(
  `with ${hiddenCte}, ${friendsCte}
  select ${personJsonSql('u')}::jsonb || jsonb_build_object(
    'fitness_level', case when part.level_and_goals then u.fitness_level end,
    'role', u.role, 'bio', u.bio,
    'goals', case when part.level_and_goals then u.goals else '{}' end,
    'favourite_workouts', case when part.level_and_goals then u.favourite_workouts else '{}' end,
    'preferred_times', case when part.usual_times then u.preferred_times else '{}' end,
    'not_shown', array_remove(array[${parts.map((part) => `case when not part.${part} then '${part}' end`)}], null),
    'gyms', (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name_order), '[]')
      from user_gyms ug join gyms g on g.organization_id = ug.organization_id and g.id = ug.gym_id and g.is_active
      where ug.organization_id = $organizationId and ug.user_id = u.id),
    'friendship', case when mate.id is not null then 'friends' when asked.sender_id = $userId then 'request_sent'
      when asked.id is not null then 'request_received' else 'none' end,
    'friendship_id', coalesce(mate.id, asked.id),
    'friends_in_common', json_build_object('count', (select count(*) from (${inCommonSql}) p),
      'people', (select coalesce(json_agg(${personJsonSql('p')}), '[]')
        from (select * from (${inCommonSql}) p order by p.first_name, p.last_name, p.id limit 3) p)),
    'sessions_together', (select count(*) from session_participants mine
      join session_participants theirs on theirs.organization_id = mine.organization_id and theirs.session_id = mine.session_id
        and theirs.user_id = u.id and theirs.attended is not false
      join sessions s on s.organization_id = mine.organization_id and s.id = mine.session_id and s.status = 'active' and s.starts_at <= now()
      where mine.organization_id = $organizationId and mine.user_id = $userId and mine.attended is not false and u.id <> $userId),
    'next_sessions', (select coalesce(json_agg(json_build_object('id', s.id, 'title', s.title, 'workout_type', s.workout_type,
        'start_time', ${instantSql('s.starts_at')}, 'gym_name', s.gym_name, 'timezone', s.timezone) order by s.starts_at, s.id), '[]')
      from (${nextSessionsSql}) s where part.sessions),
    'created_at', ${instantSql('u.created_at')}) as profile
  from users u
    left join mates mate on mate.user_id = u.id
    left join friend_requests asked on asked.organization_id = $organizationId and asked.status = 'pending'
      and ${requestBetween('asked', '$userId', 'u.id')} and (asked.sender_id = $userId or ${isWaiting('asked')})
    cross join lateral (select ${parts.map((part) => `${shows(part)} as ${part}`)}) part
  where u.organization_id = $organizationId and u.id = $id and u.is_active and not ${isHidden('u.id')}`,
);

type Reader = { organizationId: string; userId: string; gymIds: readonly string[] };

/** A member's profile as the reader may see it. A member blocked either way does not exist. */
export async function readProfile(read: Read, reader: Reader, id: string): Promise<UserProfile | undefined> {
  const { organizationId, userId, gymIds } = reader;
  const [found] = await read(profileStatement, { organizationId, userId, gymIds, id });
  return found?.profile;
}
