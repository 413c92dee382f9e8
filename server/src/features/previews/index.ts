import type { Feature } from '#platform/feature.ts';
import type { FileStore } from '#platform/file-store.ts';
import { handlers } from '#platform/http/handlers.ts';
import { registerHomeScreen } from './home-screen/home-screen.service.ts';
import { registerShareTarget } from './home-screen/share-target.service.ts';
import { registerPreviews } from './previews.routes.ts';
import { previewOrganizationTheme } from './theme-preview.service.ts';

const previewsRoutes = ({ files }: { files: FileStore }) =>
  handlers({
    previewOrganizationTheme: (ctx, { params, body }) => previewOrganizationTheme(ctx, files, params.id, body),
  });

export const previewsFeature = {
  routes: previewsRoutes,
  pages(http, parts) {
    registerPreviews(http, parts);
    registerHomeScreen(http, parts);
    registerShareTarget(http);
  },
} satisfies Feature;
