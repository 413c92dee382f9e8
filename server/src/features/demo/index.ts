export { endDemos, endDemosTimetable } from './demo.jobs.ts';
export { demoRoutes } from './demo.routes.ts';
