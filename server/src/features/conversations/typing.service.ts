import { blockedBetween, hiddenCte } from '#features/users/index.ts';
import { statement } from '#platform/db/statement.ts';
import { sendPassing } from '#platform/events/passing.ts';
import { fail } from '#platform/http/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { mine } from './conversations.read.ts';

const othersStatement = statement('typing-to', { organizationId: 'uuid', userId: 'uuid', id: 'uuid' })<{
  others: string[];
}>(
  `with ${hiddenCte} select array(select w.user_id from conversation_members w join users p on p.id = w.user_id and p.shows_typing
    where w.organization_id = $organizationId and w.conversation_id = c.id and w.user_id <> $userId and c.requested_by is null
      and (select shows_typing from users where id = $userId)
      and not ${blockedBetween('w.user_id', '$userId')}) as others
  from ${mine} and c.id = $id`,
);

/** Shows the others that the caller is typing. Members who aren't connected never get it. */
export async function sendTyping({ read, caller }: MemberCtx, id: string): Promise<undefined> {
  const { organizationId, userId } = caller;
  const [found] = await read(othersStatement, { organizationId, userId, id });
  if (!found) throw fail('conversation_not_found');
  await sendPassing(read, organizationId, found.others, {
    type: 'typing',
    data: { conversation_id: id, user_id: userId },
  });
}
