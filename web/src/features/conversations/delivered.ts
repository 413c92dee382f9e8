import type { Conversation } from '@spotter/contract/conversations/conversations.ts';
import type { User } from '@spotter/contract/users/users.ts';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { loginKeys } from '#platform/api/login-keys.ts';

const WAIT_MS = 1_000;
const MOST = 100;

let marks = new Map<string, number>();
let isWaiting = false;

/** Tells senders that this device has their messages: after a moment, for all conversations in one call. */
export function acknowledge(conversationId: string, seq: number): void {
  marks.set(conversationId, Math.max(seq, marks.get(conversationId) ?? 0));
  wait();
}

function wait(): void {
  if (isWaiting) return;
  isWaiting = true;
  setTimeout(() => void send(), WAIT_MS);
}

async function send(): Promise<void> {
  isWaiting = false;
  const taken = [...marks].slice(0, MOST);
  marks = new Map([...marks].slice(MOST));
  if (marks.size > 0) wait();
  // Nothing is lost when this fails: the next message, or the next look at the chats, says it again.
  await api.markMessagesDelivered({ body: { conversations: taken.map(([id, seq]) => ({ id, seq })) } }).catch(() => {});
}

/** The same for conversations that were read from the server. */
export function acknowledgeRead(queryClient: QueryClient, conversations: readonly Conversation[]): void {
  const reader = queryClient.getQueryData<User>(loginKeys.me)?.id;
  for (const { id, type, participants, last_seq, last_message } of conversations) {
    const own = participants.find((one) => one.id === reader);
    const isNews = own && last_message?.sender && last_message.sender.id !== reader && own.delivered_seq < last_seq;
    if (type === 'direct' && isNews) acknowledge(id, last_seq);
  }
}
