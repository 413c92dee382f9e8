import { fail } from '#platform/errors.ts';
import { sendPassing } from '#platform/events/passing.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { typingReaches } from './typing.repo.ts';

/** Shows the others that the caller is typing. Members who aren't connected never get it. */
export async function sendTyping({ read, caller }: MemberCtx, id: string): Promise<undefined> {
  const { organizationId, userId } = caller;
  const others = await typingReaches(read, { organizationId, userId, id });
  if (!others) throw fail('conversation_not_found');
  await sendPassing(read, organizationId, others, {
    type: 'typing',
    data: { conversation_id: id, user_id: userId },
  });
}
