import type { Feature } from '#platform/feature.ts';
import { locationsRoutes } from './locations.routes.ts';

export const locationsFeature = { routes: locationsRoutes } satisfies Feature;
