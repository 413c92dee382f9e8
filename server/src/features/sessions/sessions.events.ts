import type { LiveEventData } from '@spotter/contract/live-events.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/connect.ts';
import { emit } from '#platform/events/emit.ts';

type Spot = { organizationId: string; sessionId: string; userId: string };

/** What is told at the very end of a transaction: telling takes the organization's lock, and locks have one order. */
export type Effect = () => Promise<void>;

export async function inOrder(effects: readonly Effect[]): Promise<void> {
  for (const effect of effects) await effect();
}

type InGym = { gymId: string; except: string[] };

/** Everybody who can see a session, but for those for whom its host does not exist. */
async function audienceOf(tx: Db, { organizationId, sessionId }: Omit<Spot, 'userId'>): Promise<InGym> {
  const { rows } = await sql<InGym>`
    select s.gym_id as "gymId", array(select b.blocked_id from blocks b
        where b.organization_id = s.organization_id and b.blocker_id = s.creator_id
      union select b.blocker_id from blocks b
        where b.organization_id = s.organization_id and b.blocked_id = s.creator_id) as except
    from sessions s where s.organization_id = ${organizationId} and s.id = ${sessionId}`.execute(tx);
  return rows[0]!;
}

type Created = {
  organizationId: string;
  sessionId: string;
  creatorId: string;
  startsAt: Date;
  workoutType: LiveEventData<'session.created'>['workout_type'];
};

export async function sessionCreated(tx: Db, made: Created): Promise<void> {
  const to = await audienceOf(tx, made);
  await emit(tx, {
    scope: made.organizationId,
    type: 'session.created',
    data: {
      session_id: made.sessionId,
      gym_id: to.gymId,
      creator_id: made.creatorId,
      start_time: made.startsAt.toISOString(),
      workout_type: made.workoutType,
    },
    to,
  });
}

/** `changed` names the fields of Session; a gym it `left` hears of it too. */
export async function sessionUpdated(
  tx: Db,
  spot: Omit<Spot, 'userId'>,
  changed: readonly string[],
  left: string | null = null,
): Promise<void> {
  const { gymId, except } = await audienceOf(tx, spot);
  for (const gym of left ? [gymId, left] : [gymId])
    await emit(tx, {
      scope: spot.organizationId,
      type: 'session.updated',
      data: { session_id: spot.sessionId, gym_id: gymId, changed: [...changed] },
      to: { gymId: gym, except },
    });
}

export async function sessionCancelled(tx: Db, spot: Omit<Spot, 'userId'>, reason: string | null): Promise<void> {
  const to = await audienceOf(tx, spot);
  await emit(tx, {
    scope: spot.organizationId,
    type: 'session.cancelled',
    data: { session_id: spot.sessionId, gym_id: to.gymId, reason },
    to,
  });
}
