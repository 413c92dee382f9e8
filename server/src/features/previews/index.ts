import type { Feature } from '#platform/feature.ts';
import { registerPreviews } from './previews.routes.ts';

export const previewsFeature = { pages: registerPreviews } satisfies Feature;
