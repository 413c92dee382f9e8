import { mostUnreadConversations } from '@spotter/contract/conversations/conversations.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { findUnread } from './unread.repo.ts';

export async function listUnreadConversations({ read, caller }: Pick<MemberCtx, 'read' | 'caller'>) {
  const { organizationId, userId } = caller;
  return { conversation_ids: await findUnread(read, { organizationId, userId, limit: mostUnreadConversations }) };
}
