import type { FileStore } from '#platform/file-store.ts';
import { handlers } from '#platform/http/handlers.ts';
import { deleteAsset, listAssets, uploadAsset } from './assets.service.ts';
import {
  createSavedTheme,
  deleteSavedTheme,
  getSavedTheme,
  listSavedThemes,
  updateSavedTheme,
} from './saved-themes.service.ts';
import { updateOrganizationTheme } from './themes.service.ts';

export const themesRoutes = ({ files }: { files: FileStore }) =>
  handlers({
    updateOrganizationTheme,
    listSavedThemes,
    createSavedTheme,
    getSavedTheme: (ctx, { params }) => getSavedTheme(ctx, params),
    updateSavedTheme,
    deleteSavedTheme: (ctx, { params }) => deleteSavedTheme(ctx, params),
    listAssets,
    uploadAsset: (ctx, input) => uploadAsset(ctx, files, input),
    deleteAsset,
  });
