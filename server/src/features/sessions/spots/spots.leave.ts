import { lateLeaveMinutes, undoJoinSeconds } from '@spotter/contract/sessions/limits.ts';
import { sql } from 'kysely';
import { joinRetracted, notification } from '#features/notifications/index.ts';
import { hiddenCte } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf, run, send, statement } from '#platform/db/statement.ts';
import { tell } from '#platform/events/tell.ts';
import { fail } from '#platform/http/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import type { Member } from '#platform/logins/callers.ts';
import { handOverProposals, withdrawProposals } from '../proposals/proposals.hand-over.ts';
import { lockScope, type SeriesScope } from '../series/series.scope.ts';
import { refuseOver } from '../session-access.ts';
import { lockSessions, visibleSeries } from '../session-lock.ts';
import type { SessionRow } from '../session-values.ts';
import { sessionAnswer } from '../sessions.detail.ts';
import { cancelOne, endSession } from '../sessions.end.ts';
import { sessionUpdated } from '../sessions.events.ts';
import { waitlistCountSql } from '../sessions.read.ts';
import { readerOf } from '../sessions.service.ts';
import { visibleSession } from '../visibility.ts';
import { offerFreedSpots } from '../waitlist/waitlist.offers.ts';
import { spotLeft } from './spots.events.ts';

type Spot = { organizationId: string; sessionId: string; userId: string };
/** `forGood`: the member's account is being deleted, so nothing that is written now may name them. */
type Leaving = Spot & { forGood?: boolean };
const spotValues = { organizationId: 'uuid', sessionId: 'uuid', userId: 'uuid' } as const;

/**
 * Gives back a spot before the session starts: in one session (series membership stays), or in all upcoming sessions of
 * the series, including those made later.
 */
export async function leaveSession(ctx: MemberCtx, sessionId: string, scope: 'this' | SeriesScope, inOwnZone: boolean) {
  const { userId, organizationId } = ctx.caller;
  return ctx.tx(
    async (tx) => {
      const spot = { organizationId, sessionId, userId };
      if (scope === 'this') return leaveOnce(tx, spot, ctx.caller);
      const seriesId = await visibleSeries(tx, ctx.caller, sessionId);
      return seriesId ? leaveSeries(tx, spot, scope, seriesId) : leaveOnce(tx, spot, ctx.caller);
    },
    (tx) => sessionAnswer(readsOf(tx), readerOf(ctx.caller, inOwnZone), sessionId),
    { decided: true },
  );
}

async function leaveOnce(tx: Db, spot: Spot, caller: Member): Promise<void> {
  const session = await lockLeft(tx, spot, caller.gymIds);
  const left = await leaveOne(tx, spot, session);
  if (!left) throw fail('not_a_participant');
  notifyOnce(tx, spot, [left]);
}

/** What changes in a session when a member is gone from it. */
const fieldsOfLeaving = ['participants', 'current_participants', 'available_spots', 'creator', 'title', 'description'];

/** The session's row goes with its host's account, so the notification keeps what it was. */
async function cancelForGood(tx: Db, cancelling: { organizationId: string; sessionId: string; reason: string }) {
  const { organizationId, sessionId, reason } = cancelling;
  const to = await endSession(tx, { ...cancelling, actorId: null });
  const { rows } = await sql<{ kept: Record<string, unknown> }>`
    select session_keepsake(${organizationId}, ${sessionId}) as kept`.execute(tx);
  tell(tx, notification({ organizationId, kind: 'session_cancelled', to, data: { ...rows[0]!.kept, reason } }));
}

type Notice = { kind: 'session_left' | 'session_changed'; to: string[]; data: Record<string, unknown> };
/** Notifications that follow from leaving; a member affected by several gets one. */
export type Left = { sessionId: string; notices: Notice[] };

type LeftSession = Pick<SessionRow, 'status' | 'starts_at' | 'creator_id' | 'now'> & {
  has_waitlist: boolean;
  has_proposals: boolean;
  /** Null when the member is not in it. */
  just_joined: boolean | null;
  /** The remaining members: co-hosts first, the longest-serving or longest-standing before the others. */
  staying: string[];
};

const leavingStatement = statement('leaving', { ...spotValues, gymIds: 'uuid[]?' })<LeftSession>(
  `with ${hiddenCte}
  select s.status, s.starts_at, s.creator_id, now() as now, ${waitlistCountSql} > 0 as has_waitlist,
    exists (select from session_proposals q where q.organization_id = $organizationId and q.session_id = $sessionId
      and q.status = 'pending') as has_proposals,
    (select p.joined_at > now() - interval '${undoJoinSeconds} seconds' from session_participants p
      where p.organization_id = $organizationId and p.session_id = $sessionId and p.user_id = $userId) as just_joined,
    array(select p.user_id from session_participants p join users u on u.id = p.user_id
      where p.organization_id = $organizationId and p.session_id = $sessionId and p.user_id <> $userId
      order by u.is_active desc, p.co_host_since, p.joined_at, p.user_id) as staying
  from sessions s where s.organization_id = $organizationId and s.id = $sessionId
    and ($gymIds is null or ${visibleSession})`,
);
const giveBackStatement = statement(
  'give-back-spot',
  spotValues,
)(
  `delete from session_participants
  where organization_id = $organizationId and session_id = $sessionId and user_id = $userId`,
);

/** An invited member who leaves has answered. Who was in a session for invited people only goes on seeing it. */
const nowDeclinedStatement = statement('leave-declines', { ...spotValues, nextHost: 'uuid' })(
  `insert into session_invites (organization_id, session_id, user_id, invited_by, declined_at)
  select $organizationId, s.id, $userId, $nextHost, now() from sessions s
  where s.organization_id = $organizationId and s.id = $sessionId and (s.invite_only or exists (select from session_invites i
    where i.organization_id = $organizationId and i.session_id = s.id and i.user_id = $userId))
  on conflict (organization_id, session_id, user_id) do update set declined_at = now()`,
);

/** Locks a session that a member leaves; with their gyms given, only one they can see. */
async function lockLeft(tx: Db, spot: Spot, gymIds: readonly string[] | null = null): Promise<LeftSession> {
  lockSessions(tx, { organizationId: spot.organizationId, sessionIds: [spot.sessionId] });
  const [session] = await run(tx, leavingStatement, { ...spot, gymIds });
  if (!session) throw fail('session_not_found');
  return session;
}

/** Gives back the spot in one session, and announces it to the gym. Null when the member was not in it. */
export async function leaveOne(tx: Db, spot: Leaving, locked?: LeftSession): Promise<Left | null> {
  const { organizationId, sessionId, userId } = spot;
  const session = locked ?? (await lockLeft(tx, spot));
  const { just_joined, staying } = session;
  if (just_joined === null) return null;
  refuseOver(session);
  send(tx, giveBackStatement, spot);
  const [nextHost] = staying;
  if (!nextHost) {
    const cancelling = { organizationId, sessionId, reason: 'Everyone left the session.' };
    if (spot.forGood) await cancelForGood(tx, cancelling);
    else await cancelOne(tx, { ...cancelling, actorId: userId });
    return { sessionId, notices: [] };
  }
  if (!spot.forGood && !just_joined) send(tx, nowDeclinedStatement, { ...spot, nextHost });
  if (spot.forGood) sessionUpdated(tx, spot, fieldsOfLeaving);
  else spotLeft(tx, spot);
  const hostLeaves = session.creator_id === userId;
  if (hostLeaves) await handOver(tx, spot, nextHost);
  else if (session.has_proposals) await withdrawProposals(tx, spot);
  if (session.has_waitlist) await offerFreedSpots(tx, spot);
  if (just_joined && !hostLeaves && !spot.forGood) {
    tell(tx, joinRetracted({ ...spot, fold: null }));
    return { sessionId, notices: [] };
  }
  const late = session.starts_at.getTime() - session.now.getTime() < lateLeaveMinutes * 60_000;
  const others = hostLeaves ? staying.slice(1) : staying;
  const hosts: Notice[] = hostLeaves
    ? [{ kind: 'session_changed', to: [nextHost], data: { changed: ['host'] } }]
    : [{ kind: 'session_left', to: [session.creator_id], data: { late } }];
  return { sessionId, notices: late ? [...hosts, { kind: 'session_left', to: others, data: { late } }] : hosts };
}

/** Hands a running session to its next host. */
export async function handOverRunning(tx: Db, spot: Spot): Promise<Left> {
  const { sessionId } = spot;
  const [nextHost] = (await lockLeft(tx, spot)).staying;
  if (!nextHost) return { sessionId, notices: [] };
  await handOver(tx, spot, nextHost);
  sessionUpdated(tx, spot, fieldsOfLeaving);
  return { sessionId, notices: [{ kind: 'session_changed', to: [nextHost], data: { changed: ['host'] } }] };
}

/** Notifies each member once; for a series, about the first session that concerns them. */
export function notifyOnce(
  tx: Db,
  { organizationId, userId, forGood = false }: Omit<Leaving, 'sessionId'>,
  left: Left[],
) {
  const told = new Set<string>();
  for (const { sessionId, notices } of left)
    for (const { kind, to, data } of notices) {
      const people = to.filter((id) => !told.has(`${kind} ${id}`));
      for (const id of people) told.add(`${kind} ${id}`);
      const actor = forGood ? { former: kind === 'session_left' } : { actorId: userId };
      const about = { organizationId, kind, to: people, sessionId, ...actor };
      const fold = kind === 'session_left' ? { fold: `session_left:${sessionId}` } : {};
      tell(tx, notification({ ...about, ...fold, data: { ...data, following: left.length > 1 } }));
    }
}

/** When the host leaves, the next one, a co-host if there is any, becomes the host and answers the open proposals. */
async function handOver(tx: Db, { organizationId, sessionId, userId }: Spot, nextHost: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ creator_id: nextHost })
    .where('organization_id', '=', organizationId)
    .where('id', '=', sessionId)
    .execute();
  await handOverProposals(tx, { organizationId, sessionId, from: userId, to: nextHost });
}

async function leaveSeries(tx: Db, spot: Spot, scope: SeriesScope, shownIn: string): Promise<void> {
  const { organizationId, sessionId, userId } = spot;
  const { series, meant } = await lockScope(tx, { organizationId, seriesId: shownIn, sessionId, scope });
  const { id: seriesId } = series;
  const ahead = meant.map(({ id }) => id);
  const member = await tx
    .deleteFrom('session_series_members')
    .where('organization_id', '=', organizationId)
    .where('series_id', '=', seriesId)
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst();
  const left: Left[] = [];
  for (const id of ahead) {
    const from = { ...spot, sessionId: id };
    const one = await leaveOne(tx, from);
    if (one) left.push(one);
  }
  if (!member && left.length === 0) throw fail('not_a_participant');
  await handOverSeries(tx, { organizationId, seriesId, userId, ahead });
  notifyOnce(tx, spot, left);
}

type Handing = { organizationId: string; seriesId: string; userId: string; ahead: string[] };

/**
 * When a series' host leaves, it passes to its longest-standing member, or else to the host of its next session.
 * Without either, no more sessions are made.
 */
export async function handOverSeries(tx: Db, { organizationId, seriesId, userId, ahead }: Handing): Promise<void> {
  await sql`
    with nextHost as (
      select coalesce(
        (select m.user_id from session_series_members m join users u on u.id = m.user_id and u.is_active
          where m.organization_id = ${organizationId} and m.series_id = ${seriesId} order by m.joined_at, m.user_id limit 1),
        (select s.creator_id from sessions s where s.organization_id = ${organizationId} and s.id = any(${ahead}::uuid[])
          and s.status = 'active' order by s.starts_at, s.id limit 1)) as user_id
    )
    update session_series r set creator_id = coalesce(nextHost.user_id, r.creator_id),
      ended_at = case when nextHost.user_id is null then coalesce(r.ended_at, now()) else r.ended_at end
    from nextHost
    where r.organization_id = ${organizationId} and r.id = ${seriesId} and r.creator_id = ${userId}`.execute(tx);
}
