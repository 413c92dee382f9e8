import type { Feature } from '#platform/feature.ts';
import { locationsRoutes } from './locations.routes.ts';
import { moveSessions } from './move-sessions.jobs.ts';

export const locationsFeature = { routes: locationsRoutes, jobs: [moveSessions] } satisfies Feature;
