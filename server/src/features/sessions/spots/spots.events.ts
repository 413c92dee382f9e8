import { notification } from '#features/notifications/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { wallTimeOf } from '#platform/db/zones.ts';
import { foldKeys } from '#platform/events/fold-keys.ts';
import { type News, tell } from '#platform/events/tell.ts';
import * as found from './spots.events.repo.ts';
import type { Joined } from './spots.join.repo.ts';

type Known = { organizationId: string; sessionId: string };
type Spot = Known & { userId: string };

/** Announces a taken spot to the gym, and notifies the host who took it. */
export function sessionJoined(tx: Db, spot: Spot, known: Joined): void {
  const { organizationId, sessionId, userId } = spot;
  spotTaken(tx, spot, known);
  const about = { organizationId, to: [known.hostId], actorId: userId, sessionId, fold: foldKeys.joins(sessionId) };
  tell(tx, notification({ ...about, kind: 'session_joined' }));
}

/** Announces a taken spot to the gym only. */
export const spotTaken = (tx: Db, { organizationId, sessionId, userId }: Spot, { hasCards }: Joined): void =>
  tell(tx, {
    scope: organizationId,
    ...(hasCards ? found.joinedWithCards : found.joined)({ organizationId, sessionId, userId }),
  });

/** Accepts the message requests that came with the session's card: its reader has answered it. */
export const acceptCards = (tx: Db, { organizationId, sessionId, userId }: Spot): void =>
  tell(tx, { scope: organizationId, ...found.cardAccepted({ organizationId, sessionId, userId }) });

export const declineCards = (tx: Db, { organizationId, sessionId, userId }: Spot): void =>
  tell(tx, { scope: organizationId, ...found.cardDeclined({ organizationId, sessionId, userId }) });

/** Announces a freed spot to the gym, and the session's current host. */
export const spotLeft = (tx: Db, { organizationId, sessionId, userId }: Spot): void =>
  tell(tx, { scope: organizationId, ...found.left({ organizationId, sessionId, userId }) });

export const waitlistChanged = (tx: Db, { organizationId, sessionId }: Known): void =>
  tell(tx, { scope: organizationId, ...found.waitlist({ organizationId, sessionId, userId: null }) });

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
