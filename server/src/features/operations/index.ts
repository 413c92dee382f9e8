import type { Feature } from '#platform/feature.ts';
import { operationsRoutes } from './operations.routes.ts';
import { countSizesJob, countSizesTimetable } from './sizes.jobs.ts';

export { startHeartbeat } from './heartbeat.service.ts';

export const operationsFeature = {
  routes: operationsRoutes,
  jobs: [countSizesJob],
  timetable: [countSizesTimetable],
} satisfies Feature;
