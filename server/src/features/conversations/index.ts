import type { Feature } from '#platform/feature.ts';
import { conversationsRoutes } from './conversations.routes.ts';

export { mine as conversationsOfReader } from './conversations.read.ts';
export { listUnreadConversations } from './unread.ts';

export const conversationsFeature = { routes: conversationsRoutes } satisfies Feature;
