import { lockConversation, openDirectIn, sendOnce } from '#features/conversations/index.ts';
import { suggestionsActedOn } from '#features/friends/index.ts';
import { inviteTo } from '#features/sessions/index.ts';
import { fail } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { readInvitation } from './invite-member.repo.ts';
import { findSentCard } from './sent-card.service.ts';

/** Anybody in a session may invite to it. The invite notifies; a second one only posts the card again. */
export async function inviteMember(
  ctx: MemberCtx,
  otherId: string,
  { session_id: sessionId, client_nonce }: { session_id: string; client_nonce: string },
) {
  const { caller } = ctx;
  const { organizationId, userId, gymIds } = caller;
  return ctx.tx(async (tx) => {
    const conversationId = await openDirectIn(tx, caller, otherId);
    await lockConversation(tx, caller, conversationId);
    if (await findSentCard(tx, caller, conversationId, client_nonce)) return { conversation_id: conversationId };
    const session = await readInvitation(tx, { organizationId, userId, gymIds, otherId, sessionId });
    if (!session) throw fail('session_not_found');
    if (session.status !== 'active') throw fail('session_cancelled');
    if (session.has_started) throw fail('session_started');
    if (!session.is_in) throw fail('not_a_participant');
    if (session.other_is_in) throw fail('member_already_in');
    if (!session.other_can_come) throw fail('member_cannot_join');
    const isTold = !session.other_is_invited;
    if (isTold) inviteTo(tx, { organizationId, sessionId, invitedBy: userId, invited: [otherId] });
    await sendOnce(tx, ctx, conversationId, {
      kind: 'session',
      parts: { session_id: sessionId },
      client_nonce,
      isTold,
    });
    suggestionsActedOn(tx, { organizationId, userId, otherIds: [otherId] });
    return { conversation_id: conversationId };
  });
}
