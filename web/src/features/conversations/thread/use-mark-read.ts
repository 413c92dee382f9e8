import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from '#platform/api/api.ts';
import { keepConversation } from '../conversations.cache.ts';
import type { Conversation } from '../conversations.queries.ts';

/**
 * Marks read what the reader has seen, one call at a time. A failed call changes nothing on the screen, and the next
 * message or scroll tries again.
 */
export function useMarkRead({ id, unread_count, participants }: Conversation, readerId: string): (seq: number) => void {
  const queryClient = useQueryClient();
  const isBusy = useRef(false);
  const readTo = participants.find((one) => one.id === readerId)?.last_read_seq ?? 0;
  return (seq) => {
    if (isBusy.current || unread_count === 0 || seq <= readTo) return;
    isBusy.current = true;
    api
      .markConversationRead({ params: { id }, body: { last_read_seq: seq } })
      .then((conversation) => keepConversation(queryClient, conversation))
      .catch((error: unknown) => console.warn("Couldn't mark the chat as read", error))
      .finally(() => {
        isBusy.current = false;
      });
  };
}
