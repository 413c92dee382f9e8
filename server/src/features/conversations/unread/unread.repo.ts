import { senderIsHidden } from '#features/messages/index.ts';
import { hiddenCte } from '#features/users/index.ts';
import type { Read } from '#platform/db/reads.ts';
import { statement } from '#platform/db/statement.ts';
import { isArchived, isRequestToReader, mine, writtenAt } from '../conversations.read.ts';

const unreadStatement = statement(
  'unread-conversations',
  { organizationId: 'uuid', userId: 'uuid', limit: 'int' },
  { onePlan: true },
)<{
  id: string;
}>(
  `with ${hiddenCte} select c.id from ${mine} and c.last_seq > me.last_read_seq and not ${isArchived} and not ${isRequestToReader}
    and exists (select from messages m where m.organization_id = $organizationId and m.conversation_id = c.id
      and m.seq > me.last_read_seq and m.sender_id <> $userId and not ${senderIsHidden})
  order by ${writtenAt} desc, c.id desc limit $limit`,
);

/** The ids of a member's conversations with something unread, latest message first. */
export const findUnread = async (
  read: Read,
  reader: { organizationId: string; userId: string; limit: number },
): Promise<string[]> => (await read(unreadStatement, reader)).map(({ id }) => id);
