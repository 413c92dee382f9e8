import { notification } from '#features/notifications/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { wallTimeOf } from '#platform/db/zones.ts';
import { tell } from '#platform/events/tell.ts';
import type { News } from '#platform/events/write.ts';
import type { SessionKey } from '../session-lock.repo.ts';

type Offered = SessionKey & { gymId: string; zone: string; userIds: string[]; until: Date };

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
export const offersExpired = (
  tx: Db,
  { passedOn, ...key }: SessionKey & { userIds: string[]; passedOn: boolean },
): void => tell(tx, spotFreed(key, { ran_out: passedOn ? 'passed_on' : 'free' }));

const spotFreed = (
  { organizationId, sessionId, userIds }: SessionKey & { userIds: string[] },
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
