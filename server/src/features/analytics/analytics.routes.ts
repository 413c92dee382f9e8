import { handlers } from '#platform/http/handlers.ts';
import * as service from './analytics.service.ts';

export const analyticsRoutes = handlers({
  getDashboard: (ctx, { query }) => service.getDashboard(ctx, query),
  getOrganizationDashboard: (ctx, { query }) => service.getOrganizationDashboard(ctx, query),
  getGymDashboard: (ctx, { query }) => service.getGymDashboard(ctx, query),
  getAnalyticsSummary: (ctx, { query }) => service.getAnalyticsSummary(ctx, query),
  listFigurePeople: (ctx, { query }) => service.listFigurePeople(ctx, query),
  getPopularTimes: (ctx, { query }) => service.getPopularTimes(ctx, query),
  getWorkoutTypeBreakdown: (ctx, { query }) => service.getWorkoutTypeBreakdown(ctx, query),
  getTrends: (ctx, { query }) => service.getTrends(ctx, query),
  getRetention: (ctx, { query }) => service.getRetention(ctx, query),
  getMonthlyRetention: (ctx, { query }) => service.getMonthlyRetention(ctx, query),
});
