import type { LiveEventData } from '@spotter/contract/live-events.ts';
import { type RawBuilder, sql } from 'kysely';
import { notify } from '#features/notifications/index.ts';
import { personJsonSql } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { emit } from '#platform/events/emit.ts';
import { availableSpotsSql, waitlistCountSql } from '../sessions.read.ts';
import { wallTimeOf } from '../times/session-times.ts';

type Known = { organizationId: string; sessionId: string };
type Spot = Known & { userId: string };

const spots = sql.raw(`'session_id', s.id, 'gym_id', s.gym_id, 'current_participants', s.current_participants,
  'available_spots', ${availableSpotsSql}, 'waitlist_count', ${waitlistCountSql}`);

/** Everybody who can see the session, but for those for whom the host, or whoever this is about, does not exist. */
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

/** Tells the gym that a spot was taken, and the host by whom. */
export async function sessionJoined(tx: Db, spot: Spot): Promise<void> {
  const creatorId = await spotTaken(tx, spot);
  const { organizationId, sessionId, userId } = spot;
  const fold = `session_joined:${sessionId}`;
  await notify(tx, { organizationId, kind: 'session_joined', to: [creatorId], actorId: userId, sessionId, fold });
}

/** Tells the gym that a spot was taken; answers whose session it is. */
export async function spotTaken(tx: Db, spot: Spot): Promise<string> {
  const person = sql`, 'user', ${sql.raw(personJsonSql('u'))}`;
  const { data, to, creatorId } = await factsOf<LiveEventData<'session.joined'>>(tx, spot, spot.userId, person);
  await emit(tx, { scope: spot.organizationId, type: 'session.joined', data, to });
  return creatorId;
}

/** Tells the gym that a spot was given back, and whose session it is now. */
export async function spotLeft(tx: Db, spot: Spot): Promise<void> {
  const who = sql`, 'user_id', ${spot.userId}::uuid, 'creator_id', s.creator_id`;
  const { data, to } = await factsOf<LiveEventData<'session.left'>>(tx, spot, spot.userId, who);
  await emit(tx, { scope: spot.organizationId, type: 'session.left', data, to });
}

export async function waitlistChanged(tx: Db, known: Known): Promise<void> {
  const { data, to } = await factsOf<LiveEventData<'session.waitlist_changed'>>(tx, known, null, sql``);
  await emit(tx, { scope: known.organizationId, type: 'session.waitlist_changed', data, to });
}

const spotFold = (sessionId: string) => `spot_freed:${sessionId}`;

type Offered = Known & { gymId: string; zone: string; userIds: string[]; until: Date };

/** Whoever is offered a spot hears of it at once, and finds it among their notifications. */
export async function spotsOffered(tx: Db, offered: Offered): Promise<void> {
  const { organizationId, sessionId, gymId, zone, userIds, until } = offered;
  await emit(tx, {
    scope: organizationId,
    type: 'session.spot_offered',
    data: { session_id: sessionId, gym_id: gymId, offer_expires_at: until.toISOString() },
    to: userIds,
  });
  const data = { until_local: wallTimeOf(until, zone).slice(0, 16) };
  await notify(tx, { organizationId, kind: 'spot_freed', to: userIds, sessionId, fold: spotFold(sessionId), data });
}

/** Whoever let the time pass is told so, in place of the offer if that is unread: it no longer stands. */
export async function spotsRanOut(
  tx: Db,
  { organizationId, sessionId, userIds, passedOn }: Known & { userIds: string[]; passedOn: boolean },
): Promise<void> {
  const data = { ran_out: passedOn ? 'passed_on' : 'free' };
  await notify(tx, { organizationId, kind: 'spot_freed', to: userIds, sessionId, fold: spotFold(sessionId), data });
}
