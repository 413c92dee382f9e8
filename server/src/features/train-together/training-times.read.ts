import { readersConversations } from '#features/conversations/index.ts';
import { friendsCte, isOwnSpot } from '#features/friends/index.ts';
import { visibleSession } from '#features/sessions/index.ts';
import { hiddenCte, isHidden } from '#features/users/index.ts';
import type { Read } from '#platform/db/reads.ts';
import { statement } from '#platform/db/statement.ts';
import { canUseGym } from '#platform/logins/gym-access.ts';
import type { Habit } from './training-times.policy.ts';

/** Whom the reader wants to train with: one member, or everyone in a conversation. */
export type Company = { userId: string } | { conversationId: string };

type Reader = { organizationId: string; userId: string; gymIds: readonly string[] };
const readerValues = { organizationId: 'uuid', userId: 'uuid' } as const;

/** The others, and whether the reader's first message to them still waits for an answer. */
type Others = { ids: string[]; requestWaits: boolean };

const memberStatement = statement('training-member', { ...readerValues, otherId: 'uuid' })<Others>(
  `with ${hiddenCte} select array[u.id] as ids, exists (select from conversations c
      where c.organization_id = $organizationId and c.user_low_id = least(u.id, $userId)
        and c.user_high_id = greatest(u.id, $userId) and c.requested_by = $userId) as "requestWaits"
  from users u
  where u.organization_id = $organizationId and u.id = $otherId and u.is_active and not ${isHidden('u.id')}`,
);
const conversationStatement = statement('training-conversation', { ...readerValues, conversationId: 'uuid' })<Others>(
  `with ${hiddenCte} select array(select u.id from conversation_members w join users u on u.id = w.user_id
      where w.organization_id = $organizationId and w.conversation_id = c.id and u.id <> $userId and u.is_active
        and not ${isHidden('u.id')} order by u.id) as ids,
    coalesce(c.requested_by = $userId, false) as "requestWaits"
  from ${readersConversations} and c.id = $conversationId`,
);

/** Without those hidden from the reader; null if the reader may not know of them. */
export async function readCompany(read: Read, { organizationId, userId }: Reader, company: Company) {
  const reader = { organizationId, userId };
  const [found] =
    'userId' in company
      ? await read(memberStatement, { ...reader, otherId: company.userId })
      : await read(conversationStatement, { ...reader, conversationId: company.conversationId });
  return found ?? null;
}

export type MeetingPlace = { id: string; name: string; timezone: string; userIds: string[] };

const placeStatement = statement('training-place', {
  organizationId: 'uuid',
  gymIds: 'uuid[]',
  gymId: 'uuid?',
  userIds: 'uuid[]',
})<MeetingPlace>(
  `select g.id, g.name, g.timezone, there.ids as "userIds"
  from gyms g cross join lateral (select coalesce(array_agg(u.id order by u.id), '{}') as ids from users u
    where u.organization_id = $organizationId and u.id = any($userIds) and ${canUseGym('u', 'g.id')}) there
  where g.organization_id = $organizationId and g.id = any($gymIds) and g.is_active and there.ids <> '{}'
  order by cardinality(there.ids) desc, g.id is not distinct from $gymId desc, g.id limit 1`,
);

/** The gym that most of them may use, the reader's current one first; undefined if there is none. */
export async function readPlace(read: Read, reader: Reader & { gymId: string | null }, userIds: readonly string[]) {
  const { organizationId, gymIds, gymId } = reader;
  const [place] = await read(placeStatement, { organizationId, gymIds, gymId, userIds });
  return place;
}

type HabitRow = Habit & { id: string; types: string[]; likes: string[] };

// What the reader can't see of a member is left out here, so that nothing later can tell of it: usual times and tastes that they
// don't show, and sessions the reader can't find, such as one for invited people. Times missing from the offer would tell when it is.
const habitsStatement = statement('training-habits', {
  ...readerValues,
  gymIds: 'uuid[]',
  userIds: 'uuid[]',
})<HabitRow>(
  `with ${hiddenCte}, ${friendsCte}
  select u.id, shown.times and (u.preferred_times <> '{}' or trained.starts is not null) as "isKnown",
    coalesce(case when shown.times then trained.starts end, '[]') as trained,
    coalesce(case when shown.times then trained.types end, '{}') as types,
    case when shown.times then u.preferred_times else '{}' end as preferred,
    case when shown.goals then u.favourite_workouts else '{}' end as likes,
    coalesce((select json_agg(json_build_object('from', extract(epoch from s.starts_at) * 1000, 'to', extract(epoch from s.ends_at) * 1000))
      from session_participants p join sessions s on s.organization_id = p.organization_id and s.id = p.session_id
      where p.organization_id = $organizationId and p.user_id = u.id and s.status = 'active'
        and s.ends_at > now() and s.starts_at < now() + interval '9 days'
        and (u.id = $userId or ${visibleSession})), '[]') as busy
  from users u
    left join mates on mates.user_id = u.id
    cross join lateral (select
      u.id = $userId or u.usual_times_shown_to = 'everyone' or u.usual_times_shown_to = 'friends' and mates.id is not null as times,
      u.id = $userId or u.level_and_goals_shown_to = 'everyone' or u.level_and_goals_shown_to = 'friends' and mates.id is not null as goals) shown
    cross join lateral (
      select jsonb_agg(distinct jsonb_build_object('weekday', extract(isodow from wall) - 1,
          'minute', round((extract(hour from wall) * 60 + extract(minute from wall)) / 30) * 30)) as starts,
        array_agg(workout_type) as types
      from (select s.starts_at at time zone g.timezone as wall, s.workout_type
        from session_participants p join sessions s on s.organization_id = p.organization_id and s.id = p.session_id
          join gyms g on g.organization_id = s.organization_id and g.id = s.gym_id
        where p.organization_id = $organizationId and p.user_id = u.id and ${isOwnSpot()} and s.status = 'active'
          and s.starts_at > now() - interval '8 weeks' and s.starts_at <= now()
        order by s.starts_at desc limit 60) past
    ) trained
  where u.organization_id = $organizationId and u.id = any($userIds)`,
);

/** When these members train, and when they are taken, as far as the reader may know. */
export const readHabits = (read: Read, { organizationId, userId, gymIds }: Reader, userIds: readonly string[]) =>
  read(habitsStatement, { organizationId, userId, gymIds, userIds });
