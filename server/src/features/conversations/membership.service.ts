import type { Conversation, MuteDuration } from '@spotter/contract/conversations/conversations.ts';
import { settleConversation } from '#features/notifications/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { fail } from '#platform/errors.ts';
import type { Answering } from '#platform/events/tell.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { conversationChanged, conversationRead } from './conversations.events.ts';
import { readConversation } from './conversations.read.ts';
import { archive, type Membership, moveReadPosition, mute, unarchive, unmute } from './membership.repo.ts';

/* One member's view of a conversation: how far they have read, and whether it is archived or muted. */

export function markConversationRead(ctx: MemberCtx, conversationId: string, seq: number | undefined) {
  const { organizationId, userId } = ctx.caller;
  const mine = { organizationId, userId, conversationId };
  const markRead = async (tx: Db) => {
    const reached = await moveReadPosition(tx, mine, seq ?? null);
    if (!reached) return;
    settleConversation(tx, mine);
    conversationRead(tx, { ...mine, ...reached });
  };
  return changed(ctx, conversationId, markRead, { decided: true });
}

/** Updates the member's other devices. */
const setOwn = (ctx: MemberCtx, conversationId: string, set: (tx: Db, own: Membership) => Promise<void>) => {
  const { organizationId, userId } = ctx.caller;
  return changed(ctx, conversationId, async (tx) => {
    await set(tx, { organizationId, userId, conversationId });
    conversationChanged(tx, 'conversation.updated', { organizationId, conversationId }, [userId]);
  });
};

export const archiveConversation = (ctx: MemberCtx, id: string) => setOwn(ctx, id, archive);
export const unarchiveConversation = (ctx: MemberCtx, id: string) => setOwn(ctx, id, unarchive);
export const unmuteConversation = (ctx: MemberCtx, id: string) => setOwn(ctx, id, unmute);
export const muteConversation = (ctx: MemberCtx, id: string, duration: MuteDuration) =>
  setOwn(ctx, id, (tx, own) => mute(tx, own, duration));

const changed = (ctx: MemberCtx, id: string, work: (tx: Db) => Promise<void>, options?: Answering) =>
  ctx.tx(
    work,
    async (tx): Promise<Conversation> => {
      const conversation = await readConversation(readsOf(tx), ctx.caller, id);
      if (!conversation) throw fail('conversation_not_found');
      return conversation;
    },
    options,
  );
