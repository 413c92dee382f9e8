import type { Feature } from '#platform/feature.ts';
import { mailNotification } from './notifications.mail.ts';
import { notificationsRoutes } from './notifications.routes.ts';

export { notification } from './notification.ts';
export { getUnreadCount } from './notifications.service.ts';
export { joinRetracted, settled } from './settle.ts';

export const notificationsFeature = { routes: notificationsRoutes, jobs: [mailNotification] } satisfies Feature;
