import { checkInMinutes } from '@spotter/contract/sessions/limits.ts';
import { fitnessLevels } from '@spotter/contract/users/fitness-levels.ts';
import { isHidden, personJsonSql } from '#features/users/index.ts';
import { type JsonFields, momentFields, secondsUntilSql, timeFields } from '#platform/db/json.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { readerManagesSql } from './visibility.repo.ts';

/*
 * SQL fragments for every statement that reads sessions. Aliases: s the session, g its gym, c its host, reader the
 * caller, mine the reader's spot.
 */

/** The reader of sessions. Times are shown in `zone`, or in the gym's zone when it is null. */
export type SessionReader = {
  organizationId: string;
  userId: string;
  gymIds: readonly string[];
  managedGymIds: readonly string[];
  zone: string | null;
};
export const readerOf = ({ caller, zone }: Pick<MemberCtx, 'caller' | 'zone'>): SessionReader => ({
  organizationId: caller.organizationId,
  userId: caller.userId,
  gymIds: caller.gymIds,
  managedGymIds: caller.managedGymIds,
  zone,
});
/** For statements that ask nothing about who manages a session. */
export const visitorValues = { organizationId: 'uuid', userId: 'uuid', gymIds: 'uuid[]', zone: 'text?' } as const;
export const readerValues = { ...visitorValues, managedGymIds: 'uuid[]' } as const;

export const zoneSql = 'coalesce($zone, g.timezone)';
/** The session's times in UTC and on the reader's wall clock, and how far off they are, each found once. */
const wallJoin = `cross join lateral (select ${zoneSql} as zone,
  ${['starts_at', 'ends_at', 'created_at'].map(
    (time) => `s.${time} at time zone 'UTC' as utc_${time}, s.${time} at time zone ${zoneSql} as ${time}`,
  )},
  ${secondsUntilSql('s.starts_at')} as until_starts_at, ${secondsUntilSql('s.ends_at')} as until_ends_at offset 0) wall`;
const onWall = (time: string) =>
  timeFields({ utc: `wall.utc_${time}`, wall: `wall.${time}`, zone: 'wall.zone', seconds: `wall.until_${time}` });

const levelSql = (level: string) => `array_position(array[${fitnessLevels.map((one) => `'${one}'`)}], ${level})`;
/** A member without a level may join sessions that are open to beginners. */
export const opensToSql = (level: string) =>
  `${levelSql(`coalesce(${level}, 'beginner')`)} between ${levelSql('s.fitness_level_min')} and ${levelSql('s.fitness_level_max')}`;

export const freeSpotsSql = '(s.max_participants - s.current_participants - s.held_spots)';
/** Spots anyone may take: free and not reserved for the waitlist. */
export const availableSpotsSql = `greatest(0, ${freeSpotsSql} - s.waitlist_count)`;
/** The waitlist, including members with an open offer. */
export const waitlistCountSql = '(s.held_spots + s.waitlist_count)';

/** Whether the reader's turn has come; only sessions with a waitlist are searched. */
const isReadersTurnSql = `(${waitlistCountSql} > 0
  and is_waitlist_turn(s.organization_id, s.id, reader.id, ${freeSpotsSql}))`;

/** Managers see every session; one for invited people is still not theirs to join. */
const isForOthersSql = `(s.invite_only and s.creator_id <> reader.id and not exists (select from session_invites i
  where i.organization_id = s.organization_id and i.session_id = s.id and i.user_id = reader.id))`;

/** Why the session is not meant for the reader, regardless of spots: null when it is. */
export const notMeantForReasonSql = `case
  when ${isForOthersSql} then 'not_invited'
  when not ${opensToSql('reader.fitness_level')} then 'level_not_met'
  when s.gender_preference <> 'any' and s.gender_preference is distinct from reader.gender then 'gender_not_met'
end`;

const cannotJoinReason = (notMeantForReason: string) => `case
  when s.status = 'cancelled' then 'session_cancelled'
  when s.starts_at <= now() then 'session_started'
  when mine.user_id is not null then 'already_joined'
  when ${freeSpotsSql} <= s.waitlist_count and not ${isReadersTurnSql} then 'session_full'
  else ${notMeantForReason}
end`;
/** The one rule for joining: null when the reader may join, else the first reason against it. */
export const cannotJoinReasonSql = cannotJoinReason(notMeantForReasonSql);

const checkInWindow = `interval '${checkInMinutes} minutes'`;
export const checkInIsOpenSql = `now() between s.starts_at - ${checkInWindow} and s.starts_at + ${checkInWindow}`;

/** A super admin inside an organization sees its sessions but cannot join them. */
export const isMemberSql = 'reader.organization_id is not distinct from s.organization_id';
export const canJoinSql = `(${isMemberSql} and (${cannotJoinReasonSql}) is null)`;
/** Who decides about a session: its host and the gym's managers. Co-hosts help them run it. */
export const readerDecidesSql = `(s.creator_id = $userId or ${readerManagesSql})`;
export const readerRunsSql = `(${readerDecidesSql} or mine.co_host_since is not null)`;
export const isAheadSql = `s.status = 'active' and s.starts_at > now()`;

/** What conditions may use about the reader. As left joins, unused ones cost nothing. */
export const readerJoins = `
  left join users reader on reader.id = $userId
  left join session_participants mine
    on mine.organization_id = s.organization_id and mine.session_id = s.id and mine.user_id = $userId`;

/** The rule for joining, found once for each session however often its answer is used. */
const ruleJoin = `cross join lateral (select not_meant, ${cannotJoinReason('not_meant')} as reason
  from (select ${notMeantForReasonSql} as not_meant offset 0) audience offset 0) rule`;

/** The reader's place on the waitlist; sessions without a waitlist are not searched. */
const entryJoin = `left join lateral (select w.id, w.status, w.offer_expires_at, w.queued_at from session_waitlist w
  where ${waitlistCountSql} > 0 and w.organization_id = s.organization_id and w.session_id = s.id
    and w.user_id = $userId and w.status in ('waiting', 'offered')) entry on true`;

export const sessionJoins = `
  join gyms g on g.organization_id = s.organization_id and g.id = s.gym_id
  join users c on c.id = s.creator_id ${readerJoins}`;

/** What `untimedFields` uses. */
export const untimedFieldJoins = `${sessionJoins} ${ruleJoin} ${entryJoin}`;
/** What `sessionFields` uses. */
export const sessionFieldJoins = `${untimedFieldJoins} ${wallJoin}`;

const comingSql = `session_participants p
  where p.organization_id = s.organization_id and p.session_id = s.id and not ${isHidden('p.user_id')}`;

/** The first participants in the order they joined, without people hidden from the reader; needs `hiddenCte`. */
export const firstParticipantsJson = (most: number) => `(
  select coalesce(json_agg(${personJsonSql('u')} order by p.joined_at, p.user_id), '[]') from (
    select p.user_id, p.joined_at from ${comingSql} order by p.joined_at, p.user_id limit ${most}) p
  join users u on u.id = p.user_id)`;

/** Names of guests are for members who meet them and for those who run the session; others read how many there are. */
const guestNamesSql = `case when mine.user_id is not null or ${readerRunsSql} then p.guest_names
  else array_fill(null::text, array[cardinality(p.guest_names)]) end`;

/** All of them, with their guests, those who help the host and those who are there, found in one search. */
export const participantsJoin = `cross join lateral (
  select coalesce(json_agg(${personJsonSql('u')} order by p.joined_at, p.user_id), '[]') as participants,
    coalesce(json_agg(p.user_id order by p.co_host_since, p.user_id)
      filter (where p.co_host_since is not null and p.user_id <> s.creator_id), '[]') as co_host_ids,
    coalesce(json_agg(json_build_object('user_id', p.user_id, 'first_names', ${guestNamesSql}) order by p.joined_at, p.user_id)
      filter (where p.guest_names <> '{}'), '[]') as guests,
    coalesce(json_agg(p.user_id order by p.user_id) filter (where p.attended), '[]') as checked_in_user_ids
  from (select p.* from ${comingSql}) p join users u on u.id = p.user_id) coming`;

/** The fields of Session without its times; a list shows the first few participants, a session's own page all. */
export const untimedFields = (participantsJson: string): JsonFields => ({
  id: { quoted: 's.id' },
  workout_type: { quoted: 's.workout_type' },
  session_type: {
    any: `(select json_build_object('id', t.id, 'name', t.name) from session_types t
    where t.organization_id = s.organization_id and t.id = s.session_type_id)`,
  },
  title: { any: 's.title' },
  description: { any: 's.description' },
  duration_minutes: { plain: 's.duration_minutes' },
  creator: { plain: personJsonSql('c') },
  max_participants: { plain: 's.max_participants' },
  current_participants: { plain: 's.current_participants' },
  available_spots: { plain: availableSpotsSql },
  fitness_level_min: { quoted: 's.fitness_level_min' },
  fitness_level_max: { quoted: 's.fitness_level_max' },
  gender_preference: { quoted: 's.gender_preference' },
  guests_per_member: { plain: 's.guests_per_member' },
  invite_only: { flag: 's.invite_only' },
  status: { quoted: 's.status' },
  participants: { plain: participantsJson },
  gym: { object: { id: { quoted: 'g.id' }, name: { any: 'g.name' }, timezone: { quoted: 'g.timezone' } } },
  can_join: { flag: `${isMemberSql} and rule.reason is null` },
  cannot_join_reason: { any: 'rule.reason' },
  can_wait: {
    flag: `${isMemberSql} and rule.reason is not distinct from 'session_full'
    and rule.not_meant is null and entry.id is null`,
  },
  can_edit: { flag: `${readerRunsSql} and ${isAheadSql}` },
  can_cancel: { flag: `${readerDecidesSql} and ${isAheadSql}` },
  is_participant: { flag: 'mine.user_id is not null' },
  attended: { any: 'mine.attended' },
  is_waitlisted: { flag: 'entry.id is not null' },
  waitlist_count: { plain: waitlistCountSql },
  series_id: { any: 's.series_id' },
  share_token: { any: 'case when mine.user_id is not null and not s.invite_only then s.share_token end' },
  referrer_code: { any: 'reader.personal_share_code' },
});

export const sessionFields = (participantsJson: string): JsonFields => ({
  ...untimedFields(participantsJson),
  start_time: { object: onWall('starts_at') },
  end_time: { object: onWall('ends_at') },
  created_at: { object: momentFields('wall.utc_created_at', 'wall.created_at') },
});
