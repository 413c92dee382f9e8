import type { Feature } from '#platform/feature.ts';
import { gymDeskRoutes } from './gym-desk.routes.ts';
import { moveSessions } from './move-sessions.jobs.ts';

export const gymDeskFeature = { routes: gymDeskRoutes, jobs: [moveSessions] } satisfies Feature;
