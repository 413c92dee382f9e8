import type { Feature } from '#platform/feature.ts';
import { conversationsRoutes, photosRoutes } from './conversations.routes.ts';

export { lockConversation, lockConversationsOfPair } from './conversation-locks.repo.ts';
export { mine as conversationsOfReader, mine as readersConversations } from './conversations.read.ts';
export { openDirectIn } from './direct/direct.service.ts';
export { handOverGroups } from './groups/leave-group.service.ts';
export { removeMessage, sendOnce } from './messages/send-message.service.ts';
export { sendTyping } from './typing.service.ts';
export { listUnreadConversations } from './unread/unread.service.ts';

export const conversationsFeature = { routes: conversationsRoutes } satisfies Feature;
/** Apart, because it needs the file store. */
export const conversationPhotosFeature = { routes: photosRoutes } satisfies Feature;
