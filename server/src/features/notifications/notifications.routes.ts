import { handlers } from '#platform/http/handlers.ts';
import * as service from './notifications.service.ts';
import { timeWordsFor } from './notifications.words.ts';
import { deletePushSubscription, savePushSubscription } from './push/push-subscriptions.service.ts';

export const notificationsRoutes = handlers({
  getUnreadCount: (ctx) => service.getUnreadCount(ctx),
  markNotificationRead: (ctx, { params }) => service.markNotificationRead(ctx, params.id),
  markAllNotificationsRead: (ctx) => service.markAllNotificationsRead(ctx),
  listNotifications: (ctx, { query }) => service.listNotifications(ctx, query, timeWordsFor(ctx.language)),
  savePushSubscription: (ctx, { body }) => savePushSubscription(ctx, body),
  deletePushSubscription: (ctx, { body }) => deletePushSubscription(ctx, body.endpoint),
});
