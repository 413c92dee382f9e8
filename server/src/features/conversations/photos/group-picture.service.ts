import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import type { FileStore } from '#platform/file-store.ts';
import { squarePhoto } from '#platform/files/photo.ts';
import { refuseBeyondStorage } from '#platform/files/storage.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { membersReread } from '../conversations.events.ts';
import { readConversation } from '../conversations.read.ts';
import { lockManagedGroup } from '../groups/managed-group.service.ts';
import { writeNotice } from '../messages/notices.service.ts';
import { setGroupPicture } from './photos.repo.ts';
import { withStoredPicture } from './photos.service.ts';

export async function updateConversationPicture(ctx: MemberCtx, files: FileStore, id: string, file: File) {
  const body = await squarePhoto(ctx, file);
  return withStoredPicture(files, ctx, body, async (key, keep) => ({
    answer: await changePicture(ctx, id, { key, keep, bytes: body.length }),
    isUsed: true,
  }));
}

export const deleteConversationPicture = (ctx: MemberCtx, id: string) => changePicture(ctx, id, null);

type Picture = { key: string; bytes: number; keep(tx: Db): void };

function changePicture(ctx: MemberCtx, id: string, picture: Picture | null) {
  const { organizationId, userId } = ctx.caller;
  return ctx.tx(
    async (tx) => {
      picture?.keep(tx);
      const { has_picture } = await lockManagedGroup(tx, ctx.caller, id);
      if (!picture && !has_picture) return;
      setGroupPicture(tx, { organizationId, userId, id, key: picture?.key ?? null });
      await writeNotice(tx, ctx.caller, id, { action: picture ? 'pictured' : 'unpictured' });
      if (picture) await refuseBeyondStorage(tx, ctx, picture.bytes);
      membersReread(tx, { organizationId, conversationId: id });
    },
    async (tx) => (await readConversation(readsOf(tx), ctx.caller, id))!,
  );
}
