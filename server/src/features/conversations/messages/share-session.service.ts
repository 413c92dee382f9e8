import type { Message } from '@spotter/contract/conversations.ts';
import { visibleSession } from '#features/sessions/index.ts';
import { hiddenCte } from '#features/users/index.ts';
import { run, statement } from '#platform/db/statement.ts';
import { fail } from '#platform/http/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { sendOnce } from './send-message.service.ts';

/** Sends a session the caller can see as a card to a conversation they are in. */
export async function shareSessionToChat(ctx: MemberCtx, sessionId: string, conversationId: string): Promise<Message> {
  const { caller } = ctx;
  return ctx.tx(async (tx) => {
    const [visible] = await run(tx, visibleStatement, { ...caller, id: sessionId });
    if (!visible) throw fail('session_not_found');
    return sendOnce(tx, ctx, conversationId, { kind: 'session', parts: { session_id: sessionId } });
  });
}

const visibleStatement = statement('visible-session', {
  organizationId: 'uuid',
  userId: 'uuid',
  gymIds: 'uuid[]',
  id: 'uuid',
})(`with ${hiddenCte} select from sessions s where s.id = $id and ${visibleSession}`);
