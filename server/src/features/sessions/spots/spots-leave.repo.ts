import { undoJoinSeconds } from '@spotter/contract/sessions/limits.ts';
import { hiddenCte } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, send, statement } from '#platform/db/statement.ts';
import { waitlistCountSql } from '../sessions.read.ts';
import { visibleSession } from '../visibility.repo.ts';

export type Spot = { organizationId: string; sessionId: string; userId: string };
const spotValues = { organizationId: 'uuid', sessionId: 'uuid', userId: 'uuid' } as const;

export type LeftSession = {
  status: string;
  starts_at: Date;
  creator_id: string;
  now: Date;
  has_waitlist: boolean;
  has_proposals: boolean;
  /** Null when the member is not in it. */
  just_joined: boolean | null;
  /** The remaining members, the next host first. */
  staying: string[];
};

const leavingStatement = statement('leaving', { ...spotValues, gymIds: 'uuid[]?' })<LeftSession>(
  `with ${hiddenCte}
  select s.status, s.starts_at, s.creator_id, now() as now, ${waitlistCountSql} > 0 as has_waitlist,
    exists (select from session_proposals q where q.organization_id = $organizationId and q.session_id = $sessionId
      and q.status = 'pending') as has_proposals,
    (select p.joined_at > now() - interval '${undoJoinSeconds} seconds' from session_participants p
      where p.organization_id = $organizationId and p.session_id = $sessionId and p.user_id = $userId) as just_joined,
    array(select n.user_id from next_hosts($organizationId, $sessionId) n where n.user_id <> $userId
      order by n.place) as staying
  from sessions s where s.organization_id = $organizationId and s.id = $sessionId
    and ($gymIds is null or ${visibleSession})`,
);

/** A session that a member leaves; with gyms given, undefined when they can't see it. */
export async function readLeftSession(
  tx: Db,
  spot: Spot,
  gymIds: readonly string[] | null,
): Promise<LeftSession | undefined> {
  const [session] = await run(tx, leavingStatement, { ...spot, gymIds });
  return session;
}

const giveBackStatement = statement(
  'give-back-spot',
  spotValues,
)(
  `delete from session_participants
  where organization_id = $organizationId and session_id = $sessionId and user_id = $userId`,
);

export const deleteSpot = (tx: Db, spot: Spot): void => send(tx, giveBackStatement, spot);

/** An invited member who leaves has answered. Who was in a session for invited people only goes on seeing it. */
const nowDeclinedStatement = statement('leave-declines', { ...spotValues, nextHost: 'uuid' })(
  `insert into session_invites (organization_id, session_id, user_id, invited_by, declined_at)
  select $organizationId, s.id, $userId, $nextHost, now() from sessions s
  where s.organization_id = $organizationId and s.id = $sessionId and (s.invite_only or exists (select from session_invites i
    where i.organization_id = $organizationId and i.session_id = s.id and i.user_id = $userId))
  on conflict (organization_id, session_id, user_id) do update set declined_at = now()`,
);

export const declineByLeaving = (tx: Db, spot: Spot, nextHost: string): void =>
  send(tx, nowDeclinedStatement, { ...spot, nextHost });

type Session = { organizationId: string; sessionId: string };

export async function setHost(tx: Db, { organizationId, sessionId }: Session, hostId: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ creator_id: hostId })
    .where('organization_id', '=', organizationId)
    .where('id', '=', sessionId)
    .execute();
}

const keepsakeStatement = statement('session-keepsake', { organizationId: 'uuid', sessionId: 'uuid' })<{
  kept: Record<string, unknown>;
}>('select session_keepsake($organizationId, $sessionId) as kept');

/** What a notification keeps of a session whose row will be gone. */
export async function readKeepsake(tx: Db, { organizationId, sessionId }: Session): Promise<Record<string, unknown>> {
  const [row] = await run(tx, keepsakeStatement, { organizationId, sessionId });
  return row!.kept;
}

type SeriesMember = { organizationId: string; seriesId: string; userId: string };

/** Returns false when they were no member of the series. */
export async function deleteSeriesMember(tx: Db, { organizationId, seriesId, userId }: SeriesMember): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('session_series_members')
    .where('organization_id', '=', organizationId)
    .where('series_id', '=', seriesId)
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst();
  return deleted !== undefined;
}

const handOverStatement = statement('hand-over-series', {
  organizationId: 'uuid',
  seriesId: 'uuid',
  userId: 'uuid',
})(
  `update session_series r set creator_id = coalesce(heir.user_id, r.creator_id),
    ended_at = case when heir.user_id is null then coalesce(r.ended_at, now()) else r.ended_at end
  from next_series_host($organizationId, $seriesId, $userId) as heir (user_id)
  where r.organization_id = $organizationId and r.id = $seriesId and r.creator_id = $userId`,
);

/**
 * When a series' host leaves, it passes to the longest-standing member who comes to it, or else to the host of its next session.
 * Without either, no more sessions are made.
 */
export async function handOverSeries(tx: Db, leaving: SeriesMember): Promise<void> {
  await run(tx, handOverStatement, leaving);
}
