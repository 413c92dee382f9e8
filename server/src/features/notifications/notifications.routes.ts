import { handlers } from '#platform/http/handlers.ts';
import { timeWordsFor } from '#platform/reader-words.ts';
import * as service from './notifications.service.ts';
import * as push from './push/push-subscriptions.service.ts';

export const notificationsRoutes = handlers({
  getUnreadCount: (ctx) => service.getUnreadCount(ctx),
  markNotificationRead: (ctx, { params }) => service.markNotificationRead(ctx, params.id),
  markAllNotificationsRead: (ctx, { query }) => service.markAllNotificationsRead(ctx, query.up_to),
  listNotifications: (ctx, { query }) => service.listNotifications(ctx, query, timeWordsFor(ctx.language)),
  savePushSubscription: (ctx, { body }) => push.savePushSubscription(ctx, body),
  deletePushSubscription: (ctx, { body }) => push.deletePushSubscription(ctx, body.endpoint),
  savePushDevice: (ctx, { body }) => push.savePushDevice(ctx, body),
  deletePushDevice: (ctx, { body }) => push.deletePushDevice(ctx, body.token),
});
