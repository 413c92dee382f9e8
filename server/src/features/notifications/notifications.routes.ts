import { handlers } from '#platform/http/handlers.ts';
import * as service from './notifications.service.ts';

export const notificationsRoutes = handlers({
  getUnreadCount: (ctx) => service.getUnreadCount(ctx),
  listNotifications: (ctx, { query }) => service.listNotifications(ctx, query),
});
