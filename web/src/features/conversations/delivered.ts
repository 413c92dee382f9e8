import type { Conversation } from '@spotter/contract/conversations/conversations.ts';
import type { User } from '@spotter/contract/users/users.ts';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { loginKeys } from '#platform/api/login-keys.ts';

const WAIT_MS = 1_000;
const MOST = 100;

/** What this device has and hasn't told yet, by conversation. In the query cache, so that it ends with the sign-in. */
type Marks = Readonly<Record<string, number>>;
const marksKey = ['delivered-marks'] as const;

/** Tells senders that this device has their messages: after a moment, for all conversations in one call. */
export function acknowledge(queryClient: QueryClient, conversationId: string, seq: number): void {
  const marks = queryClient.getQueryData<Marks>(marksKey) ?? {};
  if (Object.keys(marks).length === 0) setTimeout(() => void send(queryClient), WAIT_MS);
  const latest = Math.max(seq, marks[conversationId] ?? 0);
  queryClient.setQueryData<Marks>(marksKey, { ...marks, [conversationId]: latest });
}

async function send(queryClient: QueryClient): Promise<void> {
  const marks = Object.entries(queryClient.getQueryData<Marks>(marksKey) ?? {});
  if (marks.length === 0) return;
  const taken = marks.slice(0, MOST);
  const left = marks.slice(MOST);
  queryClient.setQueryData<Marks>(marksKey, Object.fromEntries(left));
  if (left.length > 0) setTimeout(() => void send(queryClient), WAIT_MS);
  // Nothing is lost when this fails: the next message, or the next look at the chats, says it again.
  await api.markMessagesDelivered({ body: { conversations: taken.map(([id, seq]) => ({ id, seq })) } }).catch(() => {});
}

/** The same for conversations that were read from the server. */
export function acknowledgeRead(queryClient: QueryClient, conversations: readonly Conversation[]): void {
  const reader = queryClient.getQueryData<User>(loginKeys.me)?.id;
  for (const { id, type, participants, last_seq, last_message } of conversations) {
    const own = participants.find((one) => one.id === reader);
    const isNews = own && last_message?.sender && last_message.sender.id !== reader && own.delivered_seq < last_seq;
    if (type === 'direct' && isNews) acknowledge(queryClient, id, last_seq);
  }
}
