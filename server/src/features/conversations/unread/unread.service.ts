import { mostUnreadConversations } from '@spotter/contract/conversations.ts';
import { senderIsHidden } from '#features/messages/index.ts';
import { hiddenCte } from '#features/users/index.ts';
import { statement } from '#platform/db/statement.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { isArchived, isRequestToReader, mine, writtenAt } from '../conversations.read.ts';

const unreadStatement = statement('unread-conversations', { organizationId: 'uuid', userId: 'uuid', limit: 'int' })<{
  id: string;
}>(
  `with ${hiddenCte} select c.id from ${mine} and c.last_seq > me.last_read_seq and not ${isArchived} and not ${isRequestToReader}
    and exists (select from messages m where m.organization_id = $organizationId and m.conversation_id = c.id
      and m.seq > me.last_read_seq and m.sender_id <> $userId and not ${senderIsHidden})
  order by ${writtenAt} desc, c.id desc limit $limit`,
);

export async function listUnreadConversations({ read, caller }: Pick<MemberCtx, 'read' | 'caller'>) {
  const { organizationId, userId } = caller;
  const unread = await read(unreadStatement, { organizationId, userId, limit: mostUnreadConversations });
  return { conversation_ids: unread.map(({ id }) => id) };
}
