import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import type {
  inviteMemberAtRisk as inviteEndpoint,
  messageMemberAtRisk as messageEndpoint,
} from '@spotter/contract/retention.ts';
import { openDirectIn, sendOnce } from '#features/conversations/index.ts';
import { notification } from '#features/notifications/index.ts';
import { inviteTo } from '#features/sessions/index.ts';
import { audit } from '#platform/audit.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf, run, statement } from '#platform/db/statement.ts';
import { tell } from '#platform/events/tell.ts';
import { fail } from '#platform/http/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import { adminScope } from '#platform/logins/admin-scope.ts';
import { friendsToAsk, invitedSessionStatement } from './retention.read.ts';
import { refuseOthers, riskOf } from './retention.service.ts';

type Remedy = {
  kind: 'message' | 'invite' | 'ask_friend';
  id?: string | undefined;
  sessionId?: string;
  friendId?: string;
};

const recordStatement = statement('record-remedy', {
  organizationId: 'uuid',
  id: 'uuid',
  userId: 'uuid',
  kind: 'text',
  actorId: 'uuid',
  friendId: 'uuid?',
  sessionId: 'uuid?',
})<{ id: string }>(
  `insert into member_remedies (organization_id, id, user_id, kind, actor_id, friend_id, session_id)
  values ($organizationId, $id, $userId, $kind, $actorId, $friendId, $sessionId) on conflict do nothing returning id`,
);

/** Tries something for a managed member and records it, all or nothing; answers with the member's risk. */
const attempt = (ctx: MemberCtx, userId: string, work: (tx: Db) => Promise<Remedy | null>) =>
  ctx.tx(async (tx) => {
    await refuseOthers(readsOf(tx), ctx, userId);
    const remedy = await work(tx);
    if (remedy) {
      const { organizationId, userId: callerId, emulatedBy } = ctx.caller;
      const { kind, id = newId(), friendId = null, sessionId = null } = remedy;
      const [recorded] = await run(tx, recordStatement, {
        ...{ organizationId, id, userId, kind, friendId, sessionId },
        actorId: emulatedBy ?? callerId,
      });
      // The friend stays out of the trail: owners don't see who is whose friend.
      if (recorded)
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
    const [session] = await run(tx, invitedSessionStatement, { ...adminScope(caller), id: userId, sessionId });
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

const friendStatement = statement('friend-to-ask', { organizationId: 'uuid', id: 'uuid' })<{ id: string }>(
  `select f.id from users u cross join lateral (select f.id, (
      select count(*) from session_participants mine join session_participants theirs
        on theirs.organization_id = mine.organization_id and theirs.session_id = mine.session_id and theirs.user_id = f.id
      where mine.organization_id = $organizationId and mine.user_id = u.id) as together
    ${friendsToAsk('u')}) f
  where u.organization_id = $organizationId and u.id = $id order by f.together desc, f.id limit 1`,
);
const lockStatement = statement('lock-member', { organizationId: 'uuid', id: 'uuid' })(
  'select from users where organization_id = $organizationId and id = $id for no key update',
);

/** Asks the friend who trained most with the member. One friend is asked once in 30 days, also when two admins tap at once. */
export const askFriendToReachOut = (ctx: MemberCtx, userId: string) =>
  attempt(ctx, userId, async (tx) => {
    const { organizationId } = ctx.caller;
    await run(tx, lockStatement, { organizationId, id: userId });
    const [friend] = await run(tx, friendStatement, { organizationId, id: userId });
    if (!friend) throw fail('no_friend_to_ask');
    tell(tx, notification({ organizationId, kind: 'friend_away', to: [friend.id], actorId: userId }));
    return { kind: 'ask_friend', friendId: friend.id };
  });
