import { checkInMinutes } from '@spotter/contract/sessions/limits.ts';
import { isHidden, personJsonSql } from '#features/users/index.ts';
import { instantSql, relativeSql, wallInstantSql } from '#platform/db/json.ts';
import { readerManagesSql } from './visibility.ts';

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
export const readerValues = {
  organizationId: 'uuid',
  userId: 'uuid',
  gymIds: 'uuid[]',
  managedGymIds: 'uuid[]',
  zone: 'text?',
} as const;

const zone = 'coalesce($zone, g.timezone)';
/** The session's times on the reader's wall clock, each found once. */
const wallJoin = `cross join lateral (select ${zone} as zone, s.starts_at at time zone ${zone} as starts_at,
  s.ends_at at time zone ${zone} as ends_at, s.created_at at time zone ${zone} as created_at offset 0) wall`;
const localSql = (time: string) => wallInstantSql(`s.${time}`, `wall.${time}`);
const timeJson = (time: string) => `json_build_object('utc', ${instantSql(`s.${time}`)},
  'local', ${localSql(time)}, 'timezone', wall.zone, 'relative', ${relativeSql(`s.${time}`)})`;

const levelSql = (level: string) => `array_position(array['beginner', 'intermediate', 'advanced'], ${level})`;
/** A member without a level may join sessions that are open to beginners. */
export const opensToSql = (level: string) =>
  `${levelSql(`coalesce(${level}, 'beginner')`)} between ${levelSql('s.fitness_level_min')} and ${levelSql('s.fitness_level_max')}`;

export const freeSpotsSql = '(s.max_participants - s.current_participants - s.held_spots)';
/** Spots anyone may take: free and not reserved for the waitlist. */
export const availableSpotsSql = `greatest(0, ${freeSpotsSql} - s.waitlist_count)`;
/** The waitlist, including members with an open offer. */
export const waitlistCountSql = '(s.held_spots + s.waitlist_count)';

/** Whether the reader's turn has come: a spot is held for them, or one is free and no one ahead can take it. */
const isReadersTurnSql = `(${waitlistCountSql} > 0 and exists (select from session_waitlist w
  where w.organization_id = s.organization_id and w.session_id = s.id and w.user_id = reader.id
    and (w.status = 'offered' and w.offer_expires_at > now() or w.status = 'waiting' and ${freeSpotsSql} > (
      select count(*) from session_waitlist b where b.organization_id = s.organization_id and b.session_id = s.id
        and b.status = 'waiting' and (b.queued_at, b.id) < (w.queued_at, w.id)))))`;

/** Why the session is not meant for the reader, regardless of spots: null when it is. */
export const notMeantForReasonSql = `case
  when not ${opensToSql('reader.fitness_level')} then 'level_not_met'
  when s.gender_preference <> 'any' and s.gender_preference is distinct from reader.gender then 'gender_not_met'
end`;

/** The one rule for joining: null when the reader may join, else the first reason against it. */
export const cannotJoinReasonSql = `case
  when s.status = 'cancelled' then 'session_cancelled'
  when s.starts_at <= now() then 'session_started'
  when mine.user_id is not null then 'already_joined'
  when ${freeSpotsSql} <= s.waitlist_count and not ${isReadersTurnSql} then 'session_full'
  else ${notMeantForReasonSql}
end`;

const checkInWindow = `interval '${checkInMinutes} minutes'`;
export const checkInIsOpenSql = `now() between s.starts_at - ${checkInWindow} and s.starts_at + ${checkInWindow}`;

/** A super admin inside an organization sees its sessions but cannot join them. */
export const isMemberSql = 'reader.organization_id is not distinct from s.organization_id';
export const canJoinSql = `(${isMemberSql} and (${cannotJoinReasonSql}) is null)`;
/** Who decides about a session: its host and the gym's managers. Co-hosts help them run it. */
export const readerDecidesSql = `(s.creator_id = $userId or ${readerManagesSql})`;
export const readerRunsSql = `(${readerDecidesSql} or coalesce(mine.is_co_host, false))`;
const isAheadSql = `s.status = 'active' and s.starts_at > now()`;

/** What conditions may use about the reader. As left joins, unused ones cost nothing. */
export const readerJoins = `
  left join users reader on reader.id = $userId
  left join session_participants mine
    on mine.organization_id = s.organization_id and mine.session_id = s.id and mine.user_id = $userId`;

/** The rule for joining, found once for each session however often its answer is used. */
const ruleJoin = `cross join lateral (select ${cannotJoinReasonSql} as reason offset 0) rule`;

/** The reader's place on the waitlist; sessions without a waitlist are not searched. */
const lineJoin = `left join lateral (select w.id, w.status, w.offer_expires_at, w.queued_at from session_waitlist w
  where ${waitlistCountSql} > 0 and w.organization_id = s.organization_id and w.session_id = s.id
    and w.user_id = $userId and w.status in ('waiting', 'offered')) line on true`;

export const sessionJoins = `
  join gyms g on g.organization_id = s.organization_id and g.id = s.gym_id
  join users c on c.id = s.creator_id ${readerJoins}`;

/** What `sessionFields` uses. */
export const sessionFieldJoins = `${sessionJoins} ${wallJoin} ${ruleJoin} ${lineJoin}`;

/** Participants in the order they joined, without people hidden from the reader; needs `hiddenCte`. */
const participantsJson = (most: number | null) => `(
  select coalesce(json_agg(${personJsonSql('u')} order by p.joined_at, p.user_id), '[]') from (
    select p.user_id, p.joined_at from session_participants p
    where p.organization_id = s.organization_id and p.session_id = s.id and not ${isHidden('p.user_id')}
    ${most === null ? '' : `order by p.joined_at, p.user_id limit ${most}`}) p
  join users u on u.id = p.user_id)`;

/** The fields of Session as names and values; a list shows the first few participants, a session's own page all. */
export const sessionFields = (mostParticipants: number | null) => `
  'id', s.id, 'workout_type', s.workout_type,
  'session_type', (select json_build_object('id', t.id, 'name', t.name) from session_types t
    where t.organization_id = s.organization_id and t.id = s.session_type_id),
  'title', s.title, 'description', s.description,
  'start_time', ${timeJson('starts_at')}, 'end_time', ${timeJson('ends_at')},
  'duration_minutes', s.duration_minutes, 'creator', ${personJsonSql('c')},
  'max_participants', s.max_participants, 'current_participants', s.current_participants,
  'available_spots', ${availableSpotsSql},
  'fitness_level_min', s.fitness_level_min, 'fitness_level_max', s.fitness_level_max,
  'gender_preference', s.gender_preference, 'status', s.status,
  'participants', ${participantsJson(mostParticipants)},
  'gym', json_build_object('id', g.id, 'name', g.name, 'timezone', g.timezone),
  'can_join', ${isMemberSql} and rule.reason is null, 'cannot_join_reason', rule.reason,
  'can_edit', ${readerRunsSql} and ${isAheadSql}, 'can_cancel', ${readerDecidesSql} and ${isAheadSql},
  'is_participant', mine.user_id is not null, 'attended', mine.attended,
  'is_waitlisted', line.id is not null, 'waitlist_count', ${waitlistCountSql},
  'series_id', s.series_id,
  'created_at', json_build_object('utc', ${instantSql('s.created_at')}, 'local', ${localSql('created_at')}),
  'share_token', case when mine.user_id is not null then s.share_token end,
  'referrer_code', reader.personal_share_code`;
