import { useRef } from 'react';
import { api } from '#platform/api/api.ts';
import { useWrite } from '#platform/outbox/use-outbox.ts';
import type { Write } from '#platform/outbox/write.ts';
import { changeConversation, heldIn, keepConversation } from '../conversations.cache.ts';
import type { Conversation } from '../conversations.queries.ts';

export const markConversationRead: Write<{ id: string; seq: number }, Conversation> = {
  name: 'markConversationRead',
  scope: ({ id }) => `read:${id}`,
  words: () => 'Mark a chat as read',
  replaces: true,
  isQuiet: true,
  canRepeat: true,
  send: ({ id, seq }, options) => api.markConversationRead({ params: { id }, body: { last_read_seq: seq } }, options),
  show({ id, seq }, { queryClient }) {
    changeConversation(queryClient, id, (one) => (one.last_seq <= seq ? { ...one, unread_count: 0 } : one));
    return () => {};
  },
  shownIn: ({ id }) => heldIn(id),
  failureText: "Couldn't mark the chat as read.",
  onSent: (conversation, _input, { queryClient }) => keepConversation(queryClient, conversation),
  // Nobody waits for it, and the next message or scroll tries again.
  onRefused: () => true,
};

/** From the list, without opening the chat. */
export function useMarkWholeRead(): (conversation: Conversation) => void {
  const write = useWrite(markConversationRead);
  return ({ id, last_seq }) => void write({ id, seq: last_seq });
}

/** Marks read what the reader has seen, one call at a time. */
export function useMarkRead({ id, unread_count, participants }: Conversation, readerId: string): (seq: number) => void {
  const write = useWrite(markConversationRead);
  const isBusy = useRef(false);
  const asked = useRef(0);
  const readTo = participants.find((one) => one.id === readerId)?.last_read_seq ?? 0;
  return (seq) => {
    if (isBusy.current || unread_count === 0 || seq <= Math.max(readTo, asked.current)) return;
    isBusy.current = true;
    void write({ id, seq }).then((outcome) => {
      isBusy.current = false;
      // While it waits, only a newer message is worth another one.
      if (outcome === 'waiting') asked.current = seq;
    });
  };
}
