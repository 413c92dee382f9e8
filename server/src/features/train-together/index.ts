import type { Feature } from '#platform/feature.ts';
import { trainTogetherRoutes } from './train-together.routes.ts';

export const trainTogetherFeature = { routes: trainTogetherRoutes } satisfies Feature;
