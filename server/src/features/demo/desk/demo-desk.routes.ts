import { handlers } from '#platform/http/handlers.ts';
import * as limits from '../demo-limits.service.ts';
import * as service from './demo-desk.service.ts';

export const demoDeskRoutes = handlers({
  listDemos: (ctx, { query }) => service.listDemos(ctx, query),
  deleteDemo: (ctx, { params }) => service.deleteDemo(ctx, params.id),
  deleteAllDemos: (ctx) => service.deleteAllDemos(ctx),
  getDemoLimits: (ctx) => limits.getDemoLimits(ctx),
  updateDemoLimits: (ctx, { body }) => limits.updateDemoLimits(ctx, body),
});
