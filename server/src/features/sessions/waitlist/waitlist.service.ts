import type { CannotJoinReason } from '@spotter/contract/sessions/sessions.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { hiddenCte } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf, run, send, statement } from '#platform/db/statement.ts';
import { fail } from '#platform/http/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import { lockSessions } from '../session-lock.ts';
import { sessionAnswer } from '../sessions.detail.ts';
import { cannotJoinReasonSql, notMeantForReasonSql, readerJoins } from '../sessions.read.ts';
import { readerOf } from '../sessions.service.ts';
import { type Joined, joinedColumns, sessionJoined, waitlistChanged } from '../spots/spots.events.ts';
import { takeOfferedSpot } from '../spots/spots.join.ts';
import { visibleSession } from '../visibility.ts';
import { offerFreedSpots } from './waitlist.offers.ts';

type Spot = { organizationId: string; sessionId: string; userId: string };
type Reason = z.infer<typeof CannotJoinReason>;

/** The caller's open place on the waitlist, and what the rule for joining says. */
type Standing = Joined & {
  mine: { id: string; status: 'waiting' | 'offered'; ran_out: boolean } | null;
  cannot_join: Reason | null;
  not_meant: Reason | null;
};

/** Runs an action on a session the caller can see, under its lock, and returns the resulting state. */
async function change(
  ctx: MemberCtx,
  id: string,
  inOwnZone: boolean,
  work: (tx: Db, spot: Spot, standing: Standing) => Promise<void>,
) {
  const { organizationId, userId, gymIds } = ctx.caller;
  const spot = { organizationId, sessionId: id, userId };
  return ctx.tx(
    async (tx) => {
      lockSessions(tx, { organizationId, sessionIds: [id] });
      const [standing] = await run(tx, standingStatement, { ...spot, gymIds });
      if (!standing) throw fail('session_not_found');
      await work(tx, spot, standing);
    },
    (tx) => sessionAnswer(readsOf(tx), readerOf(ctx.caller, inOwnZone), id),
    { decided: true },
  );
}

const spotValues = { organizationId: 'uuid', userId: 'uuid', sessionId: 'uuid' } as const;
const standingStatement = statement('waitlist-standing', { ...spotValues, gymIds: 'uuid[]' })<Standing>(
  `with ${hiddenCte}
  select ${joinedColumns}, ${cannotJoinReasonSql} as cannot_join, ${notMeantForReasonSql} as not_meant,
    (select json_build_object('id', w.id, 'status', w.status, 'ran_out', coalesce(w.offer_expires_at <= now(), false))
      from session_waitlist w where w.organization_id = s.organization_id and w.session_id = s.id
        and w.user_id = $userId and w.status in ('waiting', 'offered')) as mine
  from sessions s ${readerJoins} where s.id = $sessionId and ${visibleSession}`,
);
const queueStatement = statement('join-waitlist', { ...spotValues, id: 'uuid' })(
  `insert into session_waitlist (organization_id, id, session_id, user_id)
  values ($organizationId, $id, $sessionId, $userId)`,
);
const giveUpStatement = statement('leave-waitlist', { organizationId: 'uuid', id: 'uuid', status: 'text' })(
  `update session_waitlist set status = $status, answered_at = now() where organization_id = $organizationId and id = $id`,
);

export const joinWaitlist = (ctx: MemberCtx, id: string, inOwnZone: boolean) =>
  change(ctx, id, inOwnZone, async (tx, spot, { mine, cannot_join, not_meant }) => {
    if (mine) throw fail('already_on_waitlist');
    if (cannot_join !== 'session_full') throw fail(cannot_join ?? 'not_full');
    if (not_meant) throw fail(not_meant);
    send(tx, queueStatement, { ...spot, id: newId() });
    waitlistChanged(tx, spot);
  });

/** Leaves the waitlist; an offered spot goes to the next member. */
export const leaveWaitlist = (ctx: MemberCtx, id: string, inOwnZone: boolean) =>
  change(ctx, id, inOwnZone, async (tx, spot, { mine }) => {
    if (!mine) throw fail('not_on_waitlist');
    const status = mine.status === 'offered' ? 'declined' : 'left';
    send(tx, giveUpStatement, { organizationId: spot.organizationId, id: mine.id, status });
    const isTold = mine.status === 'offered' && (await offerFreedSpots(tx, spot));
    if (!isTold) waitlistChanged(tx, spot);
  });

/** Claims the spot held for the caller, or next in turn; a second tap has no further effect. */
export const claimSpot = (ctx: MemberCtx, id: string, inOwnZone: boolean) =>
  change(ctx, id, inOwnZone, async (tx, spot, standing) => {
    const { mine, cannot_join } = standing;
    if (mine?.ran_out) throw fail('offer_expired');
    const reason = mine ? cannot_join : await noOfferReason(tx, spot);
    if (reason === 'already_joined') return;
    if (reason) throw fail(reason);
    takeOfferedSpot(tx, spot);
    sessionJoined(tx, spot, standing);
  });

type NoOfferReason = 'already_joined' | 'session_cancelled' | 'session_started' | 'offer_expired' | 'not_on_waitlist';

async function noOfferReason(tx: Db, { organizationId, sessionId, userId }: Spot): Promise<NoOfferReason> {
  const { rows } = await sql<{ reason: NoOfferReason }>`
    select case
      when exists (select from session_participants p where p.organization_id = s.organization_id and p.session_id = s.id
        and p.user_id = ${userId}) then 'already_joined'
      when s.status = 'cancelled' then 'session_cancelled'
      when s.starts_at <= now() then 'session_started'
      when (select w.status from session_waitlist w where w.organization_id = s.organization_id and w.session_id = s.id
        and w.user_id = ${userId} order by w.queued_at desc limit 1) = 'expired' then 'offer_expired'
      else 'not_on_waitlist' end as reason
    from sessions s where s.organization_id = ${organizationId} and s.id = ${sessionId}`.execute(tx);
  return rows[0]!.reason;
}
