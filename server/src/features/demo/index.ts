import type { Feature } from '#platform/feature.ts';
import { endDemos, endDemosTimetable } from './demo.jobs.ts';
import { demoRoutes } from './demo.routes.ts';

export const demoFeature = {
  routes: demoRoutes,
  jobs: [endDemos],
  timetable: [endDemosTimetable],
} satisfies Feature;
