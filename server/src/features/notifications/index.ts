import type { Feature } from '#platform/feature.ts';
import {
  deliverDueNotifications,
  deliverDueNotificationsTimetable,
  deliverNotifications,
} from './delivery/deliver.jobs.ts';
import { notificationsRoutes } from './notifications.routes.ts';
import { sendPushes } from './push/send-pushes.jobs.ts';

export { dropMailsBetween } from './delivery/notification-mails.repo.ts';
export { notification } from './notification.events.ts';
export { getUnreadCount } from './notifications.service.ts';
export {
  retractJoin,
  settleConversation,
  settleFriendRequest,
  settleProposal,
  takeBackFriendRequest,
} from './settle.repo.ts';

export const notificationsFeature = {
  routes: notificationsRoutes,
  jobs: [deliverNotifications, deliverDueNotifications, sendPushes],
  timetable: [deliverDueNotificationsTimetable],
} satisfies Feature;
