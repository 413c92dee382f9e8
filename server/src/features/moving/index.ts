import type { Feature } from '#platform/feature.ts';
import { makeExport, removeOldExports, removeOldExportsTimetable } from './exports.jobs.ts';
import { movingRoutes } from './moving.routes.ts';

export { importFromCommand } from './imports.service.ts';

export const movingFeature = {
  routes: movingRoutes,
  jobs: [makeExport, removeOldExports],
  timetable: [removeOldExportsTimetable],
} satisfies Feature;
