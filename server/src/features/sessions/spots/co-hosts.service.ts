import { notification } from '#features/notifications/index.ts';
import { readsOf } from '#platform/db/reads.ts';
import { fail } from '#platform/errors.ts';
import { tell } from '#platform/events/tell.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { readSession } from '../detail/session-detail.service.ts';
import { actorOf, lockSession, refuseNonManagers } from '../session-access.service.ts';
import { sessionUpdated } from '../sessions.events.ts';
import { readerOf } from '../sessions.read.ts';
import * as repo from './co-hosts.repo.ts';

type Choice = { id: string; userId: string; isCoHost: boolean };

/** Makes a participant a co-host, or takes it back. A member who leaves is a co-host no more. */
export async function setCoHost(ctx: MemberCtx, { id: sessionId, userId, isCoHost }: Choice) {
  const { caller } = ctx;
  const { organizationId } = caller;
  return ctx.tx(async (tx) => {
    const { participants } = await refuseNonManagers(tx, caller, sessionId);
    const session = await lockSession(tx, { organizationId, sessionId });
    if (session.status === 'cancelled') throw fail('session_cancelled');
    if (userId === session.creator_id) throw fail('not_yourself', { error: 'The host needs no co-host rights.' });
    // A participant who is hidden from the caller by a block is unknown here too.
    if (!participants.some((person) => person.id === userId)) throw fail('user_not_found');
    if (await repo.setCoHost(tx, { organizationId, sessionId, userId, isCoHost })) {
      sessionUpdated(tx, { organizationId, sessionId }, ['co_host_ids']);
      const about = { organizationId, to: [userId], actorId: actorOf(caller), sessionId };
      if (isCoHost) tell(tx, notification({ ...about, kind: 'session_changed', data: { changed: ['co_host'] } }));
    }
    const updated = await readSession(readsOf(tx), readerOf(ctx), sessionId);
    if (!updated) throw fail('session_not_found');
    return updated;
  });
}
