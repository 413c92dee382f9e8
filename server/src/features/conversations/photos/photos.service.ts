import type { Message } from '@spotter/contract/conversations/conversations.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail } from '#platform/errors.ts';
import { type FileStore, newFileKey } from '#platform/file-store.ts';
import { wholePhoto } from '#platform/files/photo.ts';
import type { SendFile } from '#platform/files/send-file.ts';
import { forgetFile, keepFile, refuseBeyondStorage, refuseFullStorage } from '#platform/files/storage.ts';
import { type MemberCtx, type Raw, Sent } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import { sendOnce } from '../messages/send-message.service.ts';
import { findPhoto, wasSent } from './photos.repo.ts';

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

type NewPhoto = { file: File; content: string; client_nonce: string; reply_to_id?: string | undefined };

export async function sendPhoto(
  ctx: MemberCtx,
  files: FileStore,
  conversationId: string,
  { file, ...photo }: NewPhoto,
): Promise<Message> {
  const { organizationId, userId } = ctx.caller;
  // A retry is answered even when its first try took the last room.
  const isRetry = await wasSent(ctx.read, { organizationId, userId, nonce: photo.client_nonce });
  if (!isRetry) await refuseFullStorage(ctx.read, ctx.caller);
  const { body, width, height } = await wholePhoto(ctx, file);
  return withStoredPicture(files, ctx, body, async (photo_key, keep) => {
    const id = newId();
    const answer = await ctx.tx(async (tx) => {
      keep(tx);
      const parts = { photo_key, photo_width: width, photo_height: height };
      const message = await sendOnce(tx, ctx, conversationId, { kind: 'photo', parts, ...photo }, id);
      if (message.id !== id) await forgetFile(tx, photo_key);
      else await refuseBeyondStorage(tx, ctx, body.length);
      return message;
    });
    return { answer, isUsed: answer.id === id };
  });
}

type Asked = { conversationId: string; messageId: string };

/** The caller's membership is checked with every request, so a photo is gone for a member who left. */
export async function getMessagePhoto({ read, caller }: MemberCtx, sendFile: SendFile, asked: Asked, raw: Raw) {
  const { organizationId, userId } = caller;
  const found = await findPhoto(read, { organizationId, userId, ...asked });
  if (!found) throw fail('conversation_not_found');
  const key = found.photo_key;
  if (!key || !(await sendFile(raw, key, { lane: userId }))) throw fail('message_not_found');
  return new Sent();
}
