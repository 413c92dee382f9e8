import { blockedBetween, hiddenCte } from '#features/users/index.ts';
import type { Read } from '#platform/db/reads.ts';
import { statement } from '#platform/db/statement.ts';
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

/** The ids of those who may see that a member is typing; undefined if the member is not in the conversation. */
export async function typingReaches(
  read: Read,
  typing: { organizationId: string; userId: string; id: string },
): Promise<string[] | undefined> {
  const [found] = await read(othersStatement, typing);
  return found?.others;
}
