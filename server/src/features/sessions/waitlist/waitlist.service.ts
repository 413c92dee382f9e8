import type { CannotJoinReason } from '@spotter/contract/sessions/sessions.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '#platform/db/connect.ts';
import { readsOf, run, statement } from '#platform/db/statement.ts';
import { fail } from '#platform/http/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import { lockVisibleSession } from '../session-lock.ts';
import { readSession } from '../sessions.detail.ts';
import { cannotJoinReasonSql, notMeantForReasonSql, readerJoins } from '../sessions.read.ts';
import { readerOf } from '../sessions.service.ts';
import { sessionJoined, waitlistChanged } from '../spots/spots.events.ts';
import { takeSpot } from '../spots/spots.join.ts';
import { offerFreedSpots } from './waitlist.offers.ts';

type Spot = { organizationId: string; sessionId: string; userId: string };
type Reason = z.infer<typeof CannotJoinReason>;

/** Runs an action on a session the caller can see, under its lock, and returns the resulting state. */
async function change(ctx: MemberCtx, id: string, inOwnZone: boolean, work: (tx: Db, spot: Spot) => Promise<void>) {
  const { organizationId, userId } = ctx.caller;
  return ctx.tx(async (tx) => {
    await lockVisibleSession(tx, ctx.caller, id);
    await work(tx, { organizationId, sessionId: id, userId });
    const session = await readSession(readsOf(tx), readerOf(ctx.caller, inOwnZone), id);
    if (!session) throw fail('session_not_found');
    return session;
  });
}

const verdictStatement = statement('waitlist-verdict', {
  organizationId: 'uuid',
  userId: 'uuid',
  sessionId: 'uuid',
})<{ cannot_join: Reason | null; not_meant: Reason | null }>(
  `select ${cannotJoinReasonSql} as cannot_join, ${notMeantForReasonSql} as not_meant
  from sessions s ${readerJoins} where s.organization_id = $organizationId and s.id = $sessionId`,
);

export const joinWaitlist = (ctx: MemberCtx, id: string, inOwnZone: boolean) =>
  change(ctx, id, inOwnZone, async (tx, spot) => {
    const { organizationId, sessionId, userId } = spot;
    const [verdict] = await run(tx, verdictStatement, spot);
    const { cannot_join, not_meant } = verdict!;
    if (await findOpen(tx, spot)) throw fail('already_on_waitlist');
    if (cannot_join !== 'session_full') throw fail(cannot_join ?? 'not_full');
    if (not_meant) throw fail(not_meant);
    await tx
      .insertInto('session_waitlist')
      .values({ organization_id: organizationId, id: newId(), session_id: sessionId, user_id: userId })
      .execute();
    waitlistChanged(tx, spot);
  });

/** Leaves the waitlist; an offered spot goes to the next member. */
export const leaveWaitlist = (ctx: MemberCtx, id: string, inOwnZone: boolean) =>
  change(ctx, id, inOwnZone, async (tx, spot) => {
    const mine = await findOpen(tx, spot);
    if (!mine) throw fail('not_on_waitlist');
    await tx
      .updateTable('session_waitlist')
      .set({ status: mine.status === 'offered' ? 'declined' : 'left', answered_at: sql`now()` })
      .where('organization_id', '=', spot.organizationId)
      .where('id', '=', mine.id)
      .execute();
    const isTold = mine.status === 'offered' && (await offerFreedSpots(tx, spot));
    if (!isTold) waitlistChanged(tx, spot);
  });

/** Claims the spot held for the caller, or next in turn; a second tap has no further effect. */
export const claimSpot = (ctx: MemberCtx, id: string, inOwnZone: boolean) =>
  change(ctx, id, inOwnZone, async (tx, spot) => {
    const mine = await findOpen(tx, spot);
    if (mine?.ran_out) throw fail('offer_expired');
    const reason = mine ? await takeSpot(tx, spot) : await noOfferReason(tx, spot);
    if (reason === 'already_joined') return;
    if (reason) throw fail(reason);
    sessionJoined(tx, spot);
  });

async function findOpen(tx: Db, { organizationId, sessionId, userId }: Spot) {
  return tx
    .selectFrom('session_waitlist')
    .select(['id', 'status'])
    .select(sql<boolean>`coalesce(offer_expires_at <= now(), false)`.as('ran_out'))
    .where('organization_id', '=', organizationId)
    .where('session_id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('status', 'in', ['waiting', 'offered'])
    .executeTakeFirst();
}

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
