import type { Feature } from '#platform/feature.ts';
import { analyticsRoutes } from './analytics.routes.ts';
import { figuresTimetable, refreshFigures } from './rollup.jobs.ts';

export { readOrganizationFigures } from './organization-figures.service.ts';
export { refreshFigures } from './rollup.jobs.ts';

export const analyticsFeature = {
  routes: analyticsRoutes,
  jobs: [refreshFigures],
  timetable: [figuresTimetable],
} satisfies Feature;
