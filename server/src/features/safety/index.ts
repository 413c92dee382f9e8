import type { Feature } from '#platform/feature.ts';
import { liftSuspensions, liftSuspensionsTimetable } from './reports/suspension.jobs.ts';
import { safetyRoutes } from './safety.routes.ts';

export { tellPresence, tellSwitched } from './presence/presence.service.ts';

export const safetyFeature = {
  routes: safetyRoutes,
  jobs: [liftSuspensions],
  timetable: [liftSuspensionsTimetable],
} satisfies Feature;
