import type { Feature } from '#platform/feature.ts';
import { safetyRoutes } from './safety.routes.ts';

export const safetyFeature = { routes: safetyRoutes } satisfies Feature;
