import { readsOf } from '#platform/db/reads.ts';
import { fail } from '#platform/errors.ts';
import { tell } from '#platform/events/tell.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { readSession } from '../detail/session-detail.service.ts';
import { inviteDeclined } from '../invites/session-invites.service.ts';
import { lockVisibleSession, refuseOver } from '../session-access.service.ts';
import { readerOf } from '../sessions.read.ts';
import { declineCards } from '../taking/spots.events.ts';
import { declineInvite } from './decline.repo.ts';

/**
 * An invited member says that they can't go. The host sees it at once; nobody else does. One answer is enough: a message
 * request that came with the session is declined too.
 */
export async function declineSession(ctx: MemberCtx, id: string) {
  const { caller } = ctx;
  const { organizationId, userId } = caller;
  return ctx.tx(async (tx) => {
    const locked = await lockVisibleSession(tx, caller, id);
    const { isIn, isInvited, hostId, gymId } = locked;
    if (isIn) throw fail('already_joined');
    if (!isInvited) throw fail('access_denied', { error: 'Only members who were invited can answer.' });
    refuseOver(locked);
    const isNew = await declineInvite(tx, { organizationId, sessionId: id, userId });
    await declineCards(tx, { organizationId, sessionId: id, userId });
    if (isNew) tell(tx, inviteDeclined({ organizationId, sessionId: id, gymId, hostId, userId }));
    const session = await readSession(readsOf(tx), readerOf(ctx), id);
    if (!session) throw fail('session_not_found');
    return session;
  });
}
