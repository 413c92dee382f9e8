import type { Message } from '@spotter/contract/conversations.ts';
import type { FastifyReply } from 'fastify';
import { senderIsHidden } from '#features/messages/index.ts';
import { hiddenCte } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { send, statement } from '#platform/db/statement.ts';
import { type FileStore, newFileKey } from '#platform/files/file-store.ts';
import { wholePhoto } from '#platform/files/photo.ts';
import { keepFile, refuseBeyondStorage, refuseFullStorage } from '#platform/files/storage.ts';
import { fail } from '#platform/http/errors.ts';
import { type MemberCtx, Sent } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import { mine } from '../conversations.read.ts';
import { sendOnce } from '../messages/send-message.service.ts';

/** Stores a picture, with its row in the transaction that uses it. `isUsed` says whether that transaction kept it. */
export async function withStoredPicture<T>(
  files: FileStore,
  { caller }: MemberCtx,
  body: Buffer,
  use: (key: string, keep: (tx: Db) => void) => Promise<{ answer: T; isUsed: boolean }>,
): Promise<T> {
  const key = newFileKey('image/webp');
  await files.put(key, body, 'image/webp');
  try {
    const { answer, isUsed } = await use(key, (tx) =>
      keepFile(tx, caller, { key, contentType: 'image/webp', bytes: body.length }),
    );
    if (!isUsed) await files.remove(key);
    return answer;
  } catch (error) {
    await files.remove(key);
    throw error;
  }
}

const forgetStatement = statement('forget-file', { key: 'text' })<unknown>('select forget_file($key)');

const sentStatement = statement('message-by-nonce', { organizationId: 'uuid', userId: 'uuid', nonce: 'uuid' })<{
  id: string;
}>('select id from messages where organization_id = $organizationId and sender_id = $userId and client_nonce = $nonce');

type NewPhoto = { file: File; content: string; client_nonce: string; reply_to_id?: string | undefined };

export async function sendPhoto(
  ctx: MemberCtx,
  files: FileStore,
  conversationId: string,
  { file, ...photo }: NewPhoto,
): Promise<Message> {
  const { organizationId, userId } = ctx.caller;
  // A retry is answered even when its first try took the last room.
  const [sent] = await ctx.read(sentStatement, { organizationId, userId, nonce: photo.client_nonce });
  if (!sent) await refuseFullStorage(ctx.read, ctx.caller);
  const { body, width, height } = await wholePhoto(ctx, file);
  return withStoredPicture(files, ctx, body, async (photo_key, keep) => {
    const id = newId();
    const answer = await ctx.tx(async (tx) => {
      keep(tx);
      const parts = { photo_key, photo_width: width, photo_height: height };
      const message = await sendOnce(tx, ctx, conversationId, { kind: 'photo', parts, ...photo }, id);
      if (message.id !== id) send(tx, forgetStatement, { key: photo_key });
      else await refuseBeyondStorage(tx, ctx, body.length);
      return message;
    });
    return { answer, isUsed: answer.id === id };
  });
}

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

type Asked = { conversationId: string; messageId: string };

/** The caller's membership is checked with every request, so a photo is gone for a member who left. */
export async function getMessagePhoto(
  { read, caller }: MemberCtx,
  files: FileStore,
  asked: Asked,
  reply: FastifyReply,
) {
  const { organizationId, userId } = caller;
  const [found] = await read(photoStatement, { organizationId, userId, ...asked });
  if (!found) throw fail('conversation_not_found');
  const file = found.photo_key ? await files.get(found.photo_key) : null;
  if (!file) throw fail('message_not_found');
  reply
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .type(file.contentType)
    .send(file.body);
  return new Sent();
}
