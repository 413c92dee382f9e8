export { mailNotification } from './notifications.mail.ts';
export { notificationsRoutes } from './notifications.routes.ts';
export { notify } from './notify.ts';
export { settle } from './settle.ts';
