import { notification, retractJoin } from '#features/notifications/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { fail, fieldError } from '#platform/errors.ts';
import { tell } from '#platform/events/tell.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { sessionAnswer } from '../detail/session-detail.service.ts';
import { offerFreedSpots } from '../offers/offers.service.ts';
import { lockVisibleSession, refuseOver } from '../session-access.service.ts';
import type { LockedSession } from '../session-lock.repo.ts';
import { sessionUpdated } from '../sessions.events.ts';
import { readerOf } from '../sessions.read.ts';
import * as repo from './guests.repo.ts';

type Names = (string | null)[];

/**
 * Sets the guests a participant brings. A new guest needs a spot that anyone may take, so guests never pass the
 * waitlist; a freed spot goes to it.
 */
export async function setGuests(ctx: MemberCtx, sessionId: string, given: Names) {
  const { organizationId, userId } = ctx.caller;
  const spot = { organizationId, sessionId, userId };
  const names = given.map((name) => name ?? '');
  return ctx.tx(
    async (tx) => {
      const session = await lockVisibleSession(tx, ctx.caller, sessionId);
      if (!session.isIn) throw fail('not_a_participant');
      refuseOver(session);
      const { limit, available, before } = await repo.readGuests(tx, spot);
      if (names.length > limit) throw tooMany(limit);
      const added = names.length - before.length;
      if (added > available) throw fail('session_full', { error: roomInWords(available) });
      if (JSON.stringify(names) === JSON.stringify(before.map((name) => name ?? ''))) return;
      repo.setGuests(tx, spot, names);
      sessionUpdated(tx, spot, ['guests', 'current_participants', 'available_spots']);
      if (added !== 0) tellHost(tx, session, userId, names.length);
      if (added < 0) await offerFreedSpots(tx, spot);
    },
    (tx) => sessionAnswer(readsOf(tx), readerOf(ctx), sessionId),
    { decided: true },
  );
}

function tooMany(limit: number) {
  const error =
    limit === 0
      ? "The host doesn't allow guests in this session."
      : `You can bring ${limit === 1 ? 'one guest' : `${limit} guests`} to this session.`;
  return fail('guests_above_limit', { error, ...fieldError('first_names', error) });
}

const roomInWords = (available: number) =>
  available === 0 ? "There's no spot left for a guest." : "There's only one spot left for a guest.";

/** The host reads one notification about a member's guests. Without guests there is nothing to read. */
function tellHost(tx: Db, { organizationId, id: sessionId, hostId }: LockedSession, userId: string, guests: number) {
  const fold = `session_guests:${sessionId}:${userId}`;
  if (guests === 0) return retractJoin(tx, { organizationId, sessionId, userId, fold });
  const told = { organizationId, to: [hostId], actorId: userId, sessionId, fold, data: { guests } };
  tell(tx, notification({ ...told, kind: 'session_joined' }));
}
