import { Readable } from 'node:stream';
import type { FileStore } from '#platform/file-store.ts';
import { memberStorage } from '#platform/files/storage.ts';
import { handlers, JsonText, Sent } from '#platform/http/handlers.ts';
import { meText } from './me.service.ts';
import * as service from './users.service.ts';
import * as avatar from './users-avatar.service.ts';
import { exportPieces } from './users-export.service.ts';
import * as preferences from './users-preferences.service.ts';

export const usersRoutes = handlers({
  getMe: async ({ read, caller }) => new JsonText(await meText(read, caller)),
  updateMe: (ctx, { body }) => service.updateMe(ctx, body),
  switchGym: (ctx, { body }) => service.switchGym(ctx, body.gym_id),
  completeOnboarding: (ctx, { body }) => service.completeOnboarding(ctx, body),

  getMyPreferences: (ctx) => preferences.getMyPreferences(ctx),
  updateMyPreferences: (ctx, { body }) => preferences.updateMyPreferences(ctx, body),
  getUserPreferences: (ctx) => preferences.getUserPreferences(ctx),
  updateUserPreferences: (ctx, { body }) => preferences.updateUserPreferences(ctx, body),

  exportMyData: async (ctx, _input, { reply }) => {
    const day = ctx.now.toISOString().slice(0, 10);
    reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="spotter-data-export-${day}.json"`)
      .send(Readable.from(await exportPieces(ctx.db, ctx.caller.userId, ctx.now)));
    return new Sent();
  },
});

export const avatarRoutes = ({ files }: { files: FileStore }) =>
  handlers({
    updateMyAvatar: (ctx, { body }) => avatar.updateMyAvatar(ctx, files, body.file),
    deleteMyAvatar: (ctx) => avatar.deleteMyAvatar(ctx),
    getMyStorage: ({ read, caller }) => memberStorage(read, caller),
  });
