import type { Feature } from '#platform/feature.ts';
import { conversationsRoutes, photosRoutes } from './conversations.routes.ts';

export { lockConversation, lockConversationsOfPair } from './conversations.lock.ts';
export { mine as conversationsOfReader, mine as readersConversations } from './conversations.read.ts';
export { openDirectIn } from './direct.service.ts';
export { handOverGroups } from './groups/leave-group.ts';
export { removeMessage, sendOnce } from './messages/send-message.service.ts';
export { listUnreadConversations } from './unread/unread.ts';

export const conversationsFeature = { routes: conversationsRoutes } satisfies Feature;
/** Apart, because it needs the file store. */
export const conversationPhotosFeature = { routes: photosRoutes } satisfies Feature;
