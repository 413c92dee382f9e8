import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { type FileStore, type FileType, newFileKey } from '#platform/file-store.ts';
import { squarePhoto } from '#platform/files/photo.ts';
import { removeFile } from '#platform/files/remove-file.ts';
import { forgetFile, keepFile, refuseBeyondStorage } from '#platform/files/storage.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { enqueue } from '#platform/jobs/define.ts';
import { me } from './me.service.ts';
import { meUpdated } from './users.events.ts';
import { changeUser } from './users.repo.ts';
import { lockAvatarKey } from './users-avatar.repo.ts';

export async function updateMyAvatar(ctx: Ctx, files: FileStore, file: File) {
  const body = await squarePhoto(ctx, file);
  const key = newFileKey('image/webp');
  await files.put(key, body, 'image/webp');
  try {
    return await changeAvatar(ctx, { key, contentType: 'image/webp', bytes: body.length });
  } catch (error) {
    await files.remove(key);
    throw error;
  }
}

export const deleteMyAvatar = (ctx: Ctx) => changeAvatar(ctx, null);

function changeAvatar(ctx: Ctx, file: { key: string; contentType: FileType; bytes: number } | null) {
  const { caller } = ctx;
  return ctx.tx(async (tx) => {
    if (file) keepFile(tx, caller, file);
    // The lock serializes two uploads, so that each deletes the previous one.
    const before = await lockAvatarKey(tx, caller.userId);
    await changeUser(tx, caller.userId, { avatar_key: file?.key ?? null });
    if (before) await forgetAvatar(tx, before);
    if (file) await refuseBeyondStorage(tx, ctx, file.bytes);
    meUpdated(tx, caller, ['avatar_url']);
    return me(readsOf(tx), caller);
  });
}

/** Deletes a picture that nobody has any more. */
export async function forgetAvatar(tx: Db, key: string): Promise<void> {
  if (await forgetFile(tx, key)) await enqueue(tx, removeFile, { key });
}
