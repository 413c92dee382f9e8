import { senderIsHidden } from '#features/messages/index.ts';
import { hiddenCte } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import type { Read } from '#platform/db/reads.ts';
import { send, statement } from '#platform/db/statement.ts';
import { mine } from '../conversations.read.ts';

const sentStatement = statement('message-by-nonce', { organizationId: 'uuid', userId: 'uuid', nonce: 'uuid' })<{
  id: string;
}>('select id from messages where organization_id = $organizationId and sender_id = $userId and client_nonce = $nonce');

export const wasSent = async (
  read: Read,
  message: { organizationId: string; userId: string; nonce: string },
): Promise<boolean> => (await read(sentStatement, message)).length > 0;

const photoStatement = statement('message-photo', {
  organizationId: 'uuid',
  userId: 'uuid',
  conversationId: 'uuid',
  messageId: 'uuid',
})<{ photo_key: string | null }>(
  `with ${hiddenCte} select (select m.photo_key from messages m where m.organization_id = $organizationId
      and m.conversation_id = c.id and m.id = $messageId and m.seq > me.joined_seq and not ${senderIsHidden}) as photo_key
  from ${mine} and c.id = $conversationId`,
);

/** The key of a message's photo, if the reader may see one there; undefined if they are not in the conversation. */
export async function findPhoto(
  read: Read,
  asked: { organizationId: string; userId: string; conversationId: string; messageId: string },
): Promise<{ photo_key: string | null } | undefined> {
  const [found] = await read(photoStatement, asked);
  return found;
}

// A trigger deletes the picture it replaces.
const pictureStatement = statement('set-group-picture', {
  organizationId: 'uuid',
  userId: 'uuid',
  id: 'uuid',
  key: 'text?',
})(
  `update conversations set picture_key = $key, picture_by = $userId where organization_id = $organizationId and id = $id`,
);

export const setGroupPicture = (
  tx: Db,
  picture: { organizationId: string; userId: string; id: string; key: string | null },
): void => send(tx, pictureStatement, picture);
