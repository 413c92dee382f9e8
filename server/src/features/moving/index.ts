import type { Feature } from '#platform/feature.ts';
import { makeExport, removeExportFile, removeOldExports, removeOldExportsTimetable } from './exports/exports.jobs.ts';
import { movingRoutes } from './moving.routes.ts';

export { importFromCommand } from './imports/imports.service.ts';

export const movingFeature = {
  routes: movingRoutes,
  jobs: [makeExport, removeExportFile, removeOldExports],
  timetable: [removeOldExportsTimetable],
} satisfies Feature;
