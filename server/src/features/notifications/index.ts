export { notification } from './notification.ts';
export { mailNotification } from './notifications.mail.ts';
export { notificationsRoutes } from './notifications.routes.ts';
export { settled } from './settle.ts';
