import { notification } from '#features/notifications/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { foldKeys } from '#platform/events/fold-keys.ts';
import { tell } from '#platform/events/tell.ts';
import type { News } from '#platform/events/write.ts';
import type { SessionKey } from '../session-lock.repo.ts';
import { sessionEvent } from '../sessions.events.ts';
import * as repo from './spots.events.repo.ts';
import type { Joined } from './take-spots.repo.ts';

type Spot = SessionKey & { userId: string };

/** Announces a taken spot to the gym, and notifies the host who took it. */
export async function sessionJoined(tx: Db, spot: Spot, joined: Joined): Promise<void> {
  const { organizationId, sessionId, userId } = spot;
  await spotTaken(tx, spot, joined);
  const about = { organizationId, to: [joined.hostId], actorId: userId, sessionId, fold: foldKeys.joins(sessionId) };
  tell(tx, notification({ ...about, kind: 'session_joined' }));
}

/** Announces a taken spot to the gym only. */
export async function spotTaken(tx: Db, spot: Spot, { person, hasCards }: Joined): Promise<void> {
  const options = { hiddenFrom: spot.userId, hasSpots: true };
  tell(tx, sessionEvent(spot, 'session.joined', { user: person }, options));
  if (hasCards) await acceptCards(tx, spot);
}

/** Accepts the message requests that came with the session's card: its reader has answered it. */
export async function acceptCards(tx: Db, { organizationId, sessionId, userId }: Spot): Promise<void> {
  for (const { conversationId, senderId } of await repo.acceptCards(tx, { organizationId, sessionId, userId }))
    tell(tx, cardAnswered(organizationId, conversationId, [userId, senderId]));
}

/** A sender never learns that a request was declined. */
export async function declineCards(tx: Db, { organizationId, sessionId, userId }: Spot): Promise<void> {
  for (const { conversationId } of await repo.declineCards(tx, { organizationId, sessionId, userId }))
    tell(tx, cardAnswered(organizationId, conversationId, [userId]));
}

const cardAnswered = (scope: string, conversationId: string, to: string[]): News => ({
  scope,
  type: 'conversation.updated',
  data: { conversation_id: conversationId },
  to,
});

/** Announces a freed spot to the gym, and the session's host from now on. */
export const spotLeft = (tx: Db, spot: Spot, hostId: string): void => {
  const options = { hiddenFrom: spot.userId, hasSpots: true };
  tell(tx, sessionEvent(spot, 'session.left', { user_id: spot.userId, creator_id: hostId }, options));
};

export const waitlistChanged = (tx: Db, key: SessionKey): void =>
  tell(tx, sessionEvent(key, 'session.waitlist_changed', {}, { hasSpots: true }));
