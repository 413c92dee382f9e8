import type { Feature } from '#platform/feature.ts';
import { conversationsRoutes, photosRoutes } from './conversations.routes.ts';

export { mine as conversationsOfReader } from './conversations.read.ts';
export { listUnreadConversations } from './unread.ts';

export const conversationsFeature = { routes: conversationsRoutes } satisfies Feature;
/** Apart, because it needs the file store. */
export const conversationPhotosFeature = { routes: photosRoutes } satisfies Feature;
