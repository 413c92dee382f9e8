import { handlers } from '#platform/http/handlers.ts';
import * as service from './operations.service.ts';

export const operationsRoutes = handlers({
  getOperations: (ctx) => service.getOperations(ctx),
  retryJob: (ctx, { params }) => service.retryJob(ctx, params.id),
  discardJob: (ctx, { params }) => service.discardJob(ctx, params.id),
  sendMailAgain: (ctx, { params }) => service.sendMailAgain(ctx, params.id),
  sendAllMailsAgain: (ctx) => service.sendAllMailsAgain(ctx),
  countSizes: (ctx) => service.countSizes(ctx),
});
