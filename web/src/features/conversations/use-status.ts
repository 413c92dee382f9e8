import { useUser } from '#platform/login/use-login.ts';
import { useIsOnline } from '#platform/people/presence.ts';
import { useNow } from '#platform/use-now.ts';
import { othersIn, statusInWords } from './conversation.words.ts';
import type { Conversation } from './conversations.queries.ts';

/** The other person of a direct chat. */
export function useOther(conversation: Conversation | undefined) {
  const reader = useUser();
  return conversation?.type === 'direct' ? othersIn(conversation, reader.id)[0] : undefined;
}

/** What stands under a chat's name; null when there is nothing to say. */
export function useStatus(conversation: Conversation | undefined): string | null {
  const isOnline = useIsOnline(useOther(conversation)?.id);
  const now = useNow(30_000);
  if (!conversation) return null;
  return [isOnline && 'Online', statusInWords(conversation, now)].filter(Boolean).join(' · ') || null;
}
