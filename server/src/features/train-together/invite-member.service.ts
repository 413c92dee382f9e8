import { lockConversation, openDirectIn, sendOnce } from '#features/conversations/index.ts';
import { suggestionsActedOn } from '#features/friends/index.ts';
import { canBeInvited, inviteTo, visibleSession } from '#features/sessions/index.ts';
import { hiddenCte } from '#features/users/index.ts';
import { run, statement } from '#platform/db/statement.ts';
import { fail } from '#platform/http/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { findSentCard } from './sent-card.ts';

type Asked = {
  status: string;
  has_started: boolean;
  is_in: boolean;
  other_is_in: boolean;
  other_can_come: boolean;
  other_is_invited: boolean;
};

const isIn = (user: string) => `exists (select from session_participants p
  where p.organization_id = s.organization_id and p.session_id = s.id and p.user_id = ${user})`;

const askedStatement = statement('invite-member', {
  organizationId: 'uuid',
  userId: 'uuid',
  gymIds: 'uuid[]',
  otherId: 'uuid',
  id: 'uuid',
})<Asked>(
  `with ${hiddenCte} select s.status, s.starts_at <= now() as has_started, ${isIn('$userId')} as is_in,
    ${isIn('$otherId')} as other_is_in, ${canBeInvited('u')} as other_can_come,
    exists (select from session_invites i where i.organization_id = s.organization_id and i.session_id = s.id
      and i.user_id = $otherId) as other_is_invited
  from sessions s join users u on u.id = $otherId where s.id = $id and ${visibleSession}`,
);

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
    const [session] = await run(tx, askedStatement, { organizationId, userId, gymIds, otherId, id: sessionId });
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
