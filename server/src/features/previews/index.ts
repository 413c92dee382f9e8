import type { Feature } from '#platform/feature.ts';
import { registerHomeScreen } from './home-screen.ts';
import { registerPreviews } from './previews.routes.ts';

export const previewsFeature = {
  pages(http, parts) {
    registerPreviews(http, parts);
    registerHomeScreen(http, parts);
  },
} satisfies Feature;
