import type { Feature } from '#platform/feature.ts';
import { makeDemoData, removeDemoData } from './data/demo-data.jobs.ts';
import { demoDataRoutes } from './data/demo-data.routes.ts';
import { endDemos, endDemosTimetable } from './demo.jobs.ts';
import { demoRoutes } from './demo.routes.ts';
import { demoDeskRoutes } from './desk/demo-desk.routes.ts';
import { giveDemoReply, showDemoTyping } from './replies/replies.jobs.ts';
import { fillDemoStock, fillDemoStockTimetable } from './stock/stock.jobs.ts';
import { visitRoutes } from './visit/visit.routes.ts';

export { createDemoCalls } from './desk/demo-calls.service.ts';
export { withDemoReplies } from './replies/replies.routes.ts';

export const demoFeature = {
  routes: demoRoutes,
  jobs: [endDemos, fillDemoStock],
  timetable: [endDemosTimetable, fillDemoStockTimetable],
} satisfies Feature;

/** What a visitor does in a running demo; apart from starting and ending it. */
export const demoVisitFeature = { routes: visitRoutes, jobs: [showDemoTyping, giveDemoReply] } satisfies Feature;
export const demoDeskFeature = { routes: demoDeskRoutes } satisfies Feature;

export const demoDataFeature = { routes: demoDataRoutes, jobs: [makeDemoData, removeDemoData] } satisfies Feature;
