import type { LiveEventData } from '@spotter/contract/live-events.ts';
import { sql } from 'kysely';
import { personJsonSql } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { instantSql, localInstantSql, relativeSql } from '#platform/db/json.ts';
import { emit } from '#platform/events/emit.ts';

type Place = { organizationId: string; sessionId: string; userId: string };

/** What is told at the very end of a transaction: telling takes the organisation's lock, and locks have one order. */
export type Effect = () => Promise<void>;

export async function inOrder(effects: readonly Effect[]): Promise<void> {
  for (const effect of effects) await effect();
}

const timeInGymZone = (moment: string) => `json_build_object('utc', ${instantSql(moment)},
  'local', ${localInstantSql(moment, 'g.timezone')}, 'timezone', g.timezone, 'relative', ${relativeSql(moment)})`;

/** Whoever has to answer a proposal hears of it. */
export async function proposalCreated(tx: Db, { organizationId, id }: { organizationId: string; id: string }) {
  const { rows } = await sql<{ data: LiveEventData<'proposal.created'>; answerer: string }>`
    select json_build_object('session_id', s.id, 'gym_id', s.gym_id, 'proposal', json_build_object(
        'id', p.id, 'session_id', s.id, 'proposer', ${sql.raw(personJsonSql('u'))},
        'proposed_time', ${sql.raw(timeInGymZone('p.proposed_starts_at'))},
        'instead_of', ${sql.raw(timeInGymZone('p.instead_of'))}, 'message', p.message, 'status', p.status,
        'counters', p.counter_to, 'created_at', ${sql.raw(instantSql('p.created_at'))}, 'answered_at', null)) as data,
      p.answerer_id as answerer
    from session_proposals p
      join sessions s on s.organization_id = p.organization_id and s.id = p.session_id
      join gyms g on g.organization_id = s.organization_id and g.id = s.gym_id
      join users u on u.id = p.proposer_id
    where p.organization_id = ${organizationId} and p.id = ${id}`.execute(tx);
  const { data, answerer } = rows[0]!;
  await emit(tx, { scope: organizationId, type: 'proposal.created', data, to: [answerer] });
}

type InGym = { gymId: string; except: string[] };

/** Everybody who can see a session, but for those for whom its host does not exist. */
async function audienceOf(tx: Db, { organizationId, sessionId }: Omit<Place, 'userId'>): Promise<InGym> {
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

/** `changed` names the fields of Session. */
export async function sessionUpdated(tx: Db, place: Omit<Place, 'userId'>, changed: readonly string[]): Promise<void> {
  const to = await audienceOf(tx, place);
  await emit(tx, {
    scope: place.organizationId,
    type: 'session.updated',
    data: { session_id: place.sessionId, gym_id: to.gymId, changed: [...changed] },
    to,
  });
}

export async function sessionCancelled(tx: Db, place: Omit<Place, 'userId'>, reason: string | null): Promise<void> {
  const to = await audienceOf(tx, place);
  await emit(tx, {
    scope: place.organizationId,
    type: 'session.cancelled',
    data: { session_id: place.sessionId, gym_id: to.gymId, reason },
    to,
  });
}
