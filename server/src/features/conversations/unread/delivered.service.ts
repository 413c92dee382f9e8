import { tell } from '#platform/events/tell.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { moveDeliveredPositions } from './delivered.repo.ts';

/** Records which messages one of the caller's devices has, for all conversations at once, and tells their senders. */
export async function markMessagesDelivered(ctx: MemberCtx, marks: readonly { id: string; seq: number }[]) {
  const { organizationId, userId } = ctx.caller;
  await ctx.tx(async (tx) => {
    const delivered = await moveDeliveredPositions(tx, { organizationId, userId }, marks);
    for (const { conversation_id, other_id, is_told, delivered_seq } of delivered)
      tell(tx, {
        scope: organizationId,
        type: 'conversation.delivered',
        data: { conversation_id, user_id: userId, delivered_seq },
        to: is_told ? [userId, other_id] : [userId],
      });
  });
  return undefined;
}
