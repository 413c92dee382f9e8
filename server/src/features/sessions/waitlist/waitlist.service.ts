import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { fail } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import { sessionAnswer } from '../detail/session-detail.service.ts';
import { offerFreedSpots } from '../offers/offers.service.ts';
import { lockSessions } from '../session-lock.repo.ts';
import { readerOf } from '../sessions.read.ts';
import { sessionJoined, waitlistChanged } from '../taking/spots.events.ts';
import { takeOfferedSpot } from '../taking/take-spots.service.ts';
import * as repo from './waitlist.repo.ts';

/** Runs an action on a session the caller can see, under its lock, and returns the resulting state. */
async function change(
  ctx: MemberCtx,
  id: string,
  work: (tx: Db, spot: repo.Spot, standing: repo.Standing) => Promise<void>,
) {
  const { organizationId, userId, gymIds } = ctx.caller;
  const spot = { organizationId, sessionId: id, userId };
  return ctx.tx(
    async (tx) => {
      lockSessions(tx, { organizationId, sessionIds: [id] });
      const standing = await repo.readStanding(tx, { ...spot, gymIds });
      if (!standing) throw fail('session_not_found');
      await work(tx, spot, standing);
    },
    (tx) => sessionAnswer(readsOf(tx), readerOf(ctx), id),
    { decided: true },
  );
}

export const joinWaitlist = (ctx: MemberCtx, id: string) =>
  change(ctx, id, async (tx, spot, { mine, cannot_join, not_meant }) => {
    if (mine) throw fail('already_on_waitlist');
    if (cannot_join !== 'session_full') throw fail(cannot_join ?? 'not_full');
    if (not_meant) throw fail(not_meant);
    repo.insertWaiting(tx, { ...spot, id: newId() });
    waitlistChanged(tx, spot);
  });

/** Leaves the waitlist; an offered spot goes to the next member. */
export const leaveWaitlist = (ctx: MemberCtx, id: string) =>
  change(ctx, id, async (tx, spot, { mine }) => {
    if (!mine) throw fail('not_on_waitlist');
    const status = mine.status === 'offered' ? 'declined' : 'left';
    repo.giveUp(tx, { organizationId: spot.organizationId, id: mine.id, status });
    const isTold = mine.status === 'offered' && (await offerFreedSpots(tx, spot));
    if (!isTold) waitlistChanged(tx, spot);
  });

/** Claims the spot held for the caller, or next in turn; a second tap has no further effect. */
export const claimSpot = (ctx: MemberCtx, id: string) =>
  change(ctx, id, async (tx, spot, standing) => {
    const { mine, cannot_join } = standing;
    if (mine?.ran_out) throw fail('offer_expired');
    const reason = mine ? cannot_join : await repo.noOfferReason(tx, spot);
    if (reason === 'already_joined') return;
    if (reason) throw fail(reason);
    takeOfferedSpot(tx, spot);
    await sessionJoined(tx, spot, standing);
  });
