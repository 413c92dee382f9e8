import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import type {
  inviteMemberAtRisk as inviteEndpoint,
  messageMemberAtRisk as messageEndpoint,
} from '@spotter/contract/desk/retention.ts';
import { openDirectIn, sendOnce } from '#features/conversations/index.ts';
import { notification } from '#features/notifications/index.ts';
import { inviteTo } from '#features/sessions/index.ts';
import { audit } from '#platform/audit.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { fail } from '#platform/errors.ts';
import { tell } from '#platform/events/tell.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import { adminScope } from '#platform/logins/admin-scope.ts';
import * as repo from './remedies.repo.ts';
import { readInvitedSession } from './retention.read.ts';
import { refuseOthers, riskOf } from './retention.service.ts';

type Remedy = {
  kind: repo.RemedyKind;
  id?: string | undefined;
  sessionId?: string;
  friendId?: string;
};

/** Tries something for a managed member and records it, all or nothing; answers with the member's risk. */
const attempt = (ctx: MemberCtx, userId: string, work: (tx: Db) => Promise<Remedy | null>) =>
  ctx.tx(async (tx) => {
    await refuseOthers(readsOf(tx), ctx, userId);
    const remedy = await work(tx);
    if (remedy) {
      const { organizationId, userId: callerId, emulatedBy } = ctx.caller;
      const { kind, id = newId(), friendId = null, sessionId = null } = remedy;
      const isNew = await repo.recordRemedy(tx, {
        ...{ organizationId, id, userId, kind, friendId, sessionId },
        actorId: emulatedBy ?? callerId,
      });
      // The friend stays out of the trail: owners don't see who is whose friend.
      if (isNew)
        await audit(tx, ctx, {
          action: 'member_at_risk.remedy_tried',
          targetType: 'user',
          targetId: userId,
          data: { kind, ...(sessionId && { session_id: sessionId }) },
        });
    }
    return riskOf(readsOf(tx), ctx, userId);
  });

export const messageMemberAtRisk = (
  ctx: MemberCtx,
  userId: string,
  { content, client_nonce }: ParsedInput<typeof messageEndpoint>['body'],
) =>
  attempt(ctx, userId, async (tx) => {
    const conversationId = await openDirectIn(tx, ctx.caller, userId);
    await sendOnce(tx, ctx, conversationId, { kind: 'text', content, client_nonce });
    // A repeated nonce sends nothing again, so it counts once.
    return { kind: 'message', id: client_nonce };
  });

export const inviteMemberAtRisk = (
  ctx: MemberCtx,
  userId: string,
  { session_id: sessionId }: ParsedInput<typeof inviteEndpoint>['body'],
) =>
  attempt(ctx, userId, async (tx) => {
    const { caller } = ctx;
    const session = await readInvitedSession(readsOf(tx), { ...adminScope(caller), id: userId, sessionId });
    if (!session) throw fail('session_not_found');
    if (session.status !== 'active') throw fail('session_cancelled');
    if (session.has_started) throw fail('session_started');
    if (session.is_in) throw fail('member_already_in');
    if (session.is_full) throw fail('session_full');
    if (!session.fits) throw fail('member_cannot_join');
    if (session.is_invited) return null;
    const { organizationId, userId: invitedBy } = caller;
    inviteTo(tx, { organizationId, sessionId, invitedBy, invited: [userId] });
    return { kind: 'invite', sessionId };
  });

/** Asks the friend who trained most with the member. One friend is asked once in 30 days, also when two admins tap at once. */
export const askFriendToReachOut = (ctx: MemberCtx, userId: string) =>
  attempt(ctx, userId, async (tx) => {
    const { organizationId } = ctx.caller;
    await repo.lockMember(tx, { organizationId, id: userId });
    const friendId = await repo.findFriendToAsk(tx, { organizationId, id: userId });
    if (!friendId) throw fail('no_friend_to_ask');
    tell(tx, notification({ organizationId, kind: 'friend_away', to: [friendId], actorId: userId }));
    return { kind: 'ask_friend', friendId };
  });
