import { handlers } from '#platform/http/handlers.ts';
import * as service from './demo-data.service.ts';

export const demoDataRoutes = handlers({
  listDemoDataJobs: (ctx, { query }) => service.listDemoDataJobs(ctx, query),
  generateDemoData: (ctx, { body }) => service.generateDemoData(ctx, body),
  getDemoDataJob: (ctx, { params }) => service.getDemoDataJob(ctx, params.jobId),
  cancelDemoDataJob: (ctx, { params }) => service.cancelDemoDataJob(ctx, params.jobId),
  removeDemoData: (ctx, { params }) => service.removeDemoData(ctx, params.jobId),
});
