import type { Message } from '@spotter/contract/conversations/conversations.ts';
import { fail } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { seesSession } from './messages.repo.ts';
import { sendOnce } from './send-message.service.ts';

/** Sends a session the caller can see as a card to a conversation they are in. */
export const shareSessionToChat = (ctx: MemberCtx, sessionId: string, conversationId: string): Promise<Message> =>
  ctx.tx(async (tx) => {
    if (!(await seesSession(tx, ctx.caller, sessionId))) throw fail('session_not_found');
    return sendOnce(tx, ctx, conversationId, { kind: 'session', parts: { session_id: sessionId } });
  });
