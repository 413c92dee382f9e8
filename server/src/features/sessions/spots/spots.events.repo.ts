import type { LiveEvent } from '@spotter/contract/events/live-events.ts';
import { acceptedByCard, declinedByCard } from '#features/messages/index.ts';
import { personJsonSql } from '#features/users/index.ts';
import { foundEvents } from '#platform/events/write.ts';
import { availableSpotsSql, waitlistCountSql } from '../sessions.read.ts';
import { audienceSql } from '../visibility.ts';

/** An event about a session's spots, for every member who can see it, except those hidden from the host or from $userId. */
const spotsEvent = (type: LiveEvent['type'], more = '') => `select 1 as place, '${type}' as type,
  jsonb_build_object('session_id', s.id, 'gym_id', s.gym_id, 'current_participants', s.current_participants,
    'available_spots', ${availableSpotsSql}, 'waitlist_count', ${waitlistCountSql} ${more}) as data,
  ${audienceSql(['s.creator_id', '$userId'])}
from sessions s left join users u on u.id = $userId
where s.organization_id = $organizationId and s.id = $sessionId`;
const values = { organizationId: 'uuid', sessionId: 'uuid', userId: 'uuid?' } as const;

const joinedEvent = spotsEvent('session.joined', `, 'user', ${personJsonSql('u')}`);
export const joined = foundEvents('session joined', values, { select: joinedEvent });
/** Joining accepts message requests with the session's card, which both sides of each hear of. */
export const joinedWithCards = foundEvents('session with cards joined', values, {
  ctes: [`accepted as (${acceptedByCard})`],
  select: `${joinedEvent}
  union all select 2, 'conversation.updated', jsonb_build_object('conversation_id', "conversationId"),
    array[$userId, "senderId"], null, '{}' from accepted`,
});
/** Other answers to the card settle its message request too. A sender never learns that one was declined. */
const cardAnswered = (name: string, settled: string, readers: string) =>
  foundEvents(name, values, {
    ctes: [`settled as (${settled})`],
    select: `select 1 as place, 'conversation.updated' as type, jsonb_build_object('conversation_id', "conversationId") as data,
      ${readers} as user_ids, null::uuid as gym_id, '{}'::uuid[] as except_ids from settled`,
  });
export const cardAccepted = cardAnswered('card accepted', acceptedByCard, 'array[$userId, "senderId"]');
export const cardDeclined = cardAnswered('card declined', declinedByCard, 'array[$userId]');
export const left = foundEvents('session left', values, {
  select: spotsEvent('session.left', `, 'user_id', $userId, 'creator_id', s.creator_id`),
});
export const waitlist = foundEvents('waitlist changed', values, { select: spotsEvent('session.waitlist_changed') });
