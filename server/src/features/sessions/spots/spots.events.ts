import type { LiveEvent } from '@spotter/contract/events/live-events.ts';
import { acceptedByCard, declinedByCard } from '#features/messages/index.ts';
import { notification } from '#features/notifications/index.ts';
import { personJsonSql } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { wallTimeOf } from '#platform/db/zones.ts';
import { foldKeys } from '#platform/events/fold-keys.ts';
import { type News, tell } from '#platform/events/tell.ts';
import { foundEvents } from '#platform/events/write.ts';
import { availableSpotsSql, waitlistCountSql } from '../sessions.read.ts';
import { audienceSql } from '../visibility.ts';

type Known = { organizationId: string; sessionId: string };
type Spot = Known & { userId: string };

/** An event about a session's spots, for every member who can see it, except those hidden from the host or from $userId. */
const spotsEvent = (type: LiveEvent['type'], more = '') => `select 1 as place, '${type}' as type,
  jsonb_build_object('session_id', s.id, 'gym_id', s.gym_id, 'current_participants', s.current_participants,
    'available_spots', ${availableSpotsSql}, 'waitlist_count', ${waitlistCountSql} ${more}) as data,
  ${audienceSql(['s.creator_id', '$userId'])}
from sessions s left join users u on u.id = $userId
where s.organization_id = $organizationId and s.id = $sessionId`;
const values = { organizationId: 'uuid', sessionId: 'uuid', userId: 'uuid?' } as const;

const joinedEvent = spotsEvent('session.joined', `, 'user', ${personJsonSql('u')}`);
const joined = foundEvents('session joined', values, { select: joinedEvent });
/** Joining accepts message requests with the session's card, which both sides of each hear of. */
const joinedWithCards = foundEvents('session with cards joined', values, {
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
const cardAccepted = cardAnswered('card accepted', acceptedByCard, 'array[$userId, "senderId"]');
const cardDeclined = cardAnswered('card declined', declinedByCard, 'array[$userId]');
const left = foundEvents('session left', values, {
  select: spotsEvent('session.left', `, 'user_id', $userId, 'creator_id', s.creator_id`),
});
const waitlist = foundEvents('waitlist changed', values, { select: spotsEvent('session.waitlist_changed') });

/** What a join is announced with; `hasCards` when messages carry the session's card. */
export type Joined = { hostId: string; hasCards: boolean };
/** SQL for the columns of `Joined`. */
export const joinedColumns = `s.creator_id as "hostId", exists (select from messages m
  where m.organization_id = s.organization_id and m.session_id = s.id) as "hasCards"`;

/** Announces a taken spot to the gym, and notifies the host who took it. */
export function sessionJoined(tx: Db, spot: Spot, known: Joined): void {
  const { organizationId, sessionId, userId } = spot;
  spotTaken(tx, spot, known);
  const about = { organizationId, to: [known.hostId], actorId: userId, sessionId, fold: foldKeys.joins(sessionId) };
  tell(tx, notification({ ...about, kind: 'session_joined' }));
}

/** Announces a taken spot to the gym only. */
export const spotTaken = (tx: Db, { organizationId, sessionId, userId }: Spot, { hasCards }: Joined): void =>
  tell(tx, { scope: organizationId, ...(hasCards ? joinedWithCards : joined)({ organizationId, sessionId, userId }) });

/** Accepts the message requests that came with the session's card: its reader has answered it. */
export const acceptCards = (tx: Db, { organizationId, sessionId, userId }: Spot): void =>
  tell(tx, { scope: organizationId, ...cardAccepted({ organizationId, sessionId, userId }) });

export const declineCards = (tx: Db, { organizationId, sessionId, userId }: Spot): void =>
  tell(tx, { scope: organizationId, ...cardDeclined({ organizationId, sessionId, userId }) });

/** Announces a freed spot to the gym, and the session's current host. */
export const spotLeft = (tx: Db, { organizationId, sessionId, userId }: Spot): void =>
  tell(tx, { scope: organizationId, ...left({ organizationId, sessionId, userId }) });

export const waitlistChanged = (tx: Db, { organizationId, sessionId }: Known): void =>
  tell(tx, { scope: organizationId, ...waitlist({ organizationId, sessionId, userId: null }) });

type Offered = Known & { gymId: string; zone: string; userIds: string[]; until: Date };

/** Tells a member about an offered spot, live and as a notification. */
export function spotsOffered(tx: Db, offered: Offered): void {
  const { organizationId, sessionId, gymId, zone, userIds, until } = offered;
  tell(
    tx,
    {
      scope: organizationId,
      type: 'session.spot_offered',
      data: { session_id: sessionId, gym_id: gymId, offer_expires_at: until.toISOString() },
      to: userIds,
    },
    spotFreed(offered, { until_local: wallTimeOf(until, zone).slice(0, 16) }),
  );
}

/** Tells a member that an offer expired, replacing the offer's notification if it is still unread. */
export const offersExpired = (tx: Db, { passedOn, ...known }: Known & { userIds: string[]; passedOn: boolean }): void =>
  tell(tx, spotFreed(known, { ran_out: passedOn ? 'passed_on' : 'free' }));

const spotFreed = (
  { organizationId, sessionId, userIds }: Known & { userIds: string[] },
  data: Record<string, unknown>,
): News =>
  notification({
    organizationId,
    kind: 'spot_freed',
    to: userIds,
    sessionId,
    fold: `spot_freed:${sessionId}`,
    data,
  });
