import type { LiveEventData } from '@spotter/contract/live-events.ts';
import { type RawBuilder, sql } from 'kysely';
import { notification } from '#features/notifications/index.ts';
import { personJsonSql } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { type News, tell } from '#platform/events/tell.ts';
import { availableSpotsSql, waitlistCountSql } from '../sessions.read.ts';
import { wallTimeOf } from '../times/session-times.ts';

type Known = { organizationId: string; sessionId: string };
type Spot = Known & { userId: string };

const spots = sql.raw(`'session_id', s.id, 'gym_id', s.gym_id, 'current_participants', s.current_participants,
  'available_spots', ${availableSpotsSql}, 'waitlist_count', ${waitlistCountSql}`);

/** Every member who can see the session, except those hidden from the host or from the member concerned. */
async function factsOf<Data>(
  tx: Db,
  { organizationId, sessionId }: Known,
  userId: string | null,
  more: RawBuilder<unknown>,
) {
  const { rows } = await sql<{ data: Data; gymId: string; except: string[]; creatorId: string }>`
    select json_build_object(${spots} ${more}) as data, s.gym_id as "gymId", s.creator_id as "creatorId", array(
        select b.blocked_id from blocks b where b.organization_id = s.organization_id and b.blocker_id in (s.creator_id, ${userId}::uuid)
        union
        select b.blocker_id from blocks b where b.organization_id = s.organization_id and b.blocked_id in (s.creator_id, ${userId}::uuid)
      ) as except
    from sessions s left join users u on u.id = ${userId}::uuid
    where s.organization_id = ${organizationId} and s.id = ${sessionId}`.execute(tx);
  const { data, gymId, except, creatorId } = rows[0]!;
  return { data, to: { gymId, except }, creatorId };
}

/** Announces a taken spot to the gym, and notifies the host who took it. */
export function sessionJoined(tx: Db, spot: Spot): void {
  tell(tx, async () => {
    const { news, creatorId } = await taken(tx, spot);
    const { organizationId, sessionId, userId } = spot;
    const about = { organizationId, to: [creatorId], actorId: userId, sessionId, fold: `session_joined:${sessionId}` };
    return [news, notification({ ...about, kind: 'session_joined' })];
  });
}

/** Announces a taken spot to the gym only. */
export function spotTaken(tx: Db, spot: Spot): void {
  tell(tx, async () => [(await taken(tx, spot)).news]);
}

async function taken(tx: Db, spot: Spot): Promise<{ news: News; creatorId: string }> {
  const person = sql`, 'user', ${sql.raw(personJsonSql('u'))}`;
  const { data, to, creatorId } = await factsOf<LiveEventData<'session.joined'>>(tx, spot, spot.userId, person);
  return { news: { scope: spot.organizationId, type: 'session.joined', data, to }, creatorId };
}

/** Announces a freed spot to the gym, and the session's current host. */
export function spotLeft(tx: Db, spot: Spot): void {
  tell(tx, async () => {
    const who = sql`, 'user_id', ${spot.userId}::uuid, 'creator_id', s.creator_id`;
    const { data, to } = await factsOf<LiveEventData<'session.left'>>(tx, spot, spot.userId, who);
    return [{ scope: spot.organizationId, type: 'session.left', data, to }];
  });
}

export function waitlistChanged(tx: Db, known: Known): void {
  tell(tx, async () => {
    const { data, to } = await factsOf<LiveEventData<'session.waitlist_changed'>>(tx, known, null, sql``);
    return [{ scope: known.organizationId, type: 'session.waitlist_changed', data, to }];
  });
}

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
export const spotsRanOut = (tx: Db, { passedOn, ...known }: Known & { userIds: string[]; passedOn: boolean }): void =>
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
