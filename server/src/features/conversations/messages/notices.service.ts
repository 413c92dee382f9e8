import type { Message } from '@spotter/contract/conversations/conversations.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { newId } from '#platform/ids.ts';
import { messageCreated } from '../conversations.events.ts';
import type { Reader } from '../conversations.read.ts';
import { readHeardMessage } from '../heard-messages.read.ts';
import { insertNotice } from './messages.repo.ts';

type Action = NonNullable<Message['notice']>['action'];
type Notice = { action: Action; userIds?: string[]; name?: string };

/** Records a change of a group as a system message. It notifies no one and doesn't count as unread. */
export async function writeNotice(
  tx: Db,
  caller: Reader,
  conversationId: string,
  { action, userIds = [], name }: Notice,
) {
  const { organizationId, userId } = caller;
  const id = newId();
  const details = { action, actor_id: userId, user_ids: userIds, ...(name && { name }) };
  insertNotice(tx, { organizationId, conversationId, id, details });
  const heard = await readHeardMessage(readsOf(tx), caller, id);
  messageCreated(tx, organizationId, heard!);
}
