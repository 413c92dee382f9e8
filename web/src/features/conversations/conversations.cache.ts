import type { PollVotes } from '@spotter/contract/conversations/polls.ts';
import { longestQuote, mostUnread } from '@spotter/contract/limits.ts';
import type { User } from '@spotter/contract/users/users.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { Answer } from '#platform/api/client.ts';
import { loginKeys } from '#platform/api/login-keys.ts';
import {
  type Conversation,
  type ConversationPages,
  conversationKeys,
  conversationsIn,
  listedConversation,
  type Message,
  photoKeys,
} from './conversations.queries.ts';

/** A conversation after a change; null when only the server knows. */
export type Change = (conversation: Conversation) => Conversation | null;

export const readerId = (queryClient: QueryClient) => queryClient.getQueryData<User>(loginKeys.me)?.id;

/** A new or changed message, in any order and any number of times. */
export const withMessage =
  (message: Message, reader: string | undefined): Change =>
  (conversation) => {
    const { last_seq, last_message, unread_count } = conversation;
    if (message.seq <= last_seq) {
      if (message.seq === last_message?.seq) return { ...conversation, last_message: message };
      const beside = last_message && besideChanged(last_message, message);
      return beside === last_message ? conversation : { ...conversation, last_message: beside };
    }
    if (message.seq > last_seq + 1) return null;
    const isUnread = message.sender !== null && message.sender.id !== reader;
    return {
      ...conversation,
      last_message: message,
      last_seq: message.seq,
      unread_count: Math.min(mostUnread, unread_count + Number(isUnread)),
      is_archived: false,
      updated_at: message.created_at,
    };
  };

/** A changed message as replies quote it. */
const quoteOf = ({ id, seq, sender, kind, content, deleted_at, is_hidden }: Message): Message['reply_to'] => {
  if (is_hidden) return { id: null, seq, state: 'hidden', sender: null, kind: 'text', content: '' };
  if (deleted_at) return { id, seq, state: 'deleted', sender: null, kind: 'text', content: '' };
  return { id, seq, state: 'shown', sender, kind, content: [...content].slice(0, longestQuote).join('') };
};

/** A message beside a changed one, whose quote changes with it. */
export const besideChanged = (message: Message, changed: Message): Message =>
  message.reply_to?.seq === changed.seq && message.reply_to.state === 'shown'
    ? { ...message, reply_to: quoteOf(changed) }
    : message;

/** How far a member has read. What is left for the reader after that is for the server to count. */
export const withRead =
  (userId: string, seq: number, reader: string | undefined): Change =>
  (conversation) => {
    const { participants, last_seq } = conversation;
    if (!participants.some(({ id, last_read_seq }) => id === userId && last_read_seq < seq)) return conversation;
    if (userId === reader && seq < last_seq) return null;
    return {
      ...conversation,
      unread_count: userId === reader ? 0 : conversation.unread_count,
      participants: participants.map((one) =>
        one.id === userId ? { ...one, last_read_seq: seq, delivered_seq: Math.max(seq, one.delivered_seq) } : one,
      ),
    };
  };

/** Which message a member's devices have. */
export const withDelivered =
  (userId: string, seq: number): Change =>
  (conversation) => ({
    ...conversation,
    participants: conversation.participants.map((one) =>
      one.id === userId ? { ...one, delivered_seq: Math.max(seq, one.delivered_seq) } : one,
    ),
  });

/** All reactions to a message, if it is the last one. */
export const withReactions =
  (seq: number, reactions: Message['reactions']): Change =>
  (conversation) =>
    conversation.last_message?.seq === seq
      ? { ...conversation, last_message: { ...conversation.last_message, reactions } }
      : conversation;

/** The votes in a poll, if it is the last message. */
export const withVotes =
  (seq: number, votes: PollVotes): Change =>
  (conversation) =>
    conversation.last_message?.seq === seq
      ? { ...conversation, last_message: voted(conversation.last_message, votes) }
      : conversation;

export const voted = (message: Message, votes: PollVotes): Message =>
  message.poll ? { ...message, poll: { ...message.poll, ...votes } } : message;

const readUnreadAnew = (queryClient: QueryClient) =>
  void queryClient.invalidateQueries({ queryKey: conversationKeys.unread });

export function readListsAnew(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: conversationKeys.lists });
  readUnreadAnew(queryClient);
}

export function readAnew(queryClient: QueryClient, id: string): void {
  void queryClient.invalidateQueries({ queryKey: conversationKeys.one(id) });
  void queryClient.invalidateQueries({ queryKey: conversationKeys.pins(id) });
  readListsAnew(queryClient);
}

export const heldConversation = (queryClient: QueryClient, id: string): Conversation | undefined =>
  queryClient.getQueryData<Conversation>(conversationKeys.one(id)) ?? listedConversation(queryClient, id);

/** The queries that hold a conversation. */
export const heldIn = (id: string) => [conversationKeys.one(id), conversationKeys.lists];

/** Changes a conversation wherever it is held. Returns whether a list has it. */
export function changeConversation(queryClient: QueryClient, id: string, change: Change): boolean {
  const held = queryClient.getQueryData<Conversation>(conversationKeys.one(id));
  const next = held && change(held);
  if (next) queryClient.setQueryData(conversationKeys.one(id), next);
  let isUnsure = next === null;
  let isListed = false;
  for (const [key, pages] of queryClient.getQueriesData<ConversationPages>({ queryKey: conversationKeys.lists })) {
    const listed = conversationsIn(pages).find((one) => one.id === id);
    const changed = listed && change(listed);
    if (!pages || changed === undefined) continue;
    isListed = true;
    if (changed === null) isUnsure = true;
    else if (changed !== listed) queryClient.setQueryData<ConversationPages>(key, replace(pages, changed));
  }
  if (isUnsure) readAnew(queryClient, id);
  return isListed;
}

const replace = (pages: ConversationPages, changed: Conversation): ConversationPages => ({
  ...pages,
  pages: pages.pages.map((page) => ({
    ...page,
    results: page.results.map((one) => (one.id === changed.id ? changed : one)),
  })),
});

/** Moves a conversation to the top; every page keeps its length. */
export function toTop(pages: ConversationPages, id: string): ConversationPages {
  const all = pages.pages.flatMap(({ results }) => results);
  const moved = [...all.filter((one) => one.id === id), ...all.filter((one) => one.id !== id)];
  let taken = 0;
  return {
    ...pages,
    pages: pages.pages.map((page) => {
      const results = moved.slice(taken, taken + page.results.length);
      taken += page.results.length;
      return { ...page, results };
    }),
  };
}

/**
 * Shows a message in the lists: its conversation is the newest one. A conversation that isn't known is fetched, and so is
 * the order when another one has a message of the same moment.
 */
export function showLastMessage(queryClient: QueryClient, message: Message): void {
  const id = message.conversation_id;
  const active = conversationKeys.list(false);
  const isNew = (one: Conversation) => one.id === id && one.last_seq < message.seq;
  const before = conversationsIn(queryClient.getQueryData<ConversationPages>(active));
  const isListed = changeConversation(queryClient, id, withMessage(message, readerId(queryClient)));
  const next = before.find((one) => one.id !== id);
  const isNewest = !next?.last_message || next.last_message.created_at < message.created_at;
  if (before.some(isNew) && isNewest)
    queryClient.setQueryData<ConversationPages>(active, (pages) => pages && toTop(pages, id));
  else if (before.some(isNew)) readListsAnew(queryClient);
  else if (!isListed || !before.some((one) => one.id === id)) readListsAnew(queryClient);
}

/** Someone else's message makes its conversation unread, and any moves an unread one to the front. */
export function showUnread(queryClient: QueryClient, { conversation_id, sender }: Message): void {
  const held = queryClient.getQueryData<Answer<'listUnreadConversations'>>(conversationKeys.unread);
  const at = held?.conversation_ids.indexOf(conversation_id) ?? -1;
  const isOthers = sender !== null && sender.id !== readerId(queryClient);
  if (at > 0 || (at < 0 && isOthers)) readUnreadAnew(queryClient);
}

export function showRead(queryClient: QueryClient, id: string, userId: string, seq: number): void {
  const reader = readerId(queryClient);
  changeConversation(queryClient, id, withRead(userId, seq, reader));
  if (userId === reader) readUnreadAnew(queryClient);
}

/** Keeps the server's answer, unless a live event already said more. */
export function keepConversation(queryClient: QueryClient, conversation: Conversation): void {
  const { id } = conversation;
  queryClient.setQueryData<Conversation>(conversationKeys.one(id), (held) => held ?? conversation);
  changeConversation(queryClient, id, (held) => (held.last_seq > conversation.last_seq ? null : conversation));
}

/** The reader is no longer in it. */
export function dropConversation(queryClient: QueryClient, id: string): void {
  for (const [key, pages] of queryClient.getQueriesData<ConversationPages>({ queryKey: conversationKeys.lists }))
    if (pages)
      queryClient.setQueryData<ConversationPages>(key, {
        ...pages,
        pages: pages.pages.map((page) => ({ ...page, results: page.results.filter((one) => one.id !== id) })),
      });
  queryClient.removeQueries({ queryKey: photoKeys.of(id) });
  queryClient.removeQueries({ queryKey: conversationKeys.pins(id) });
  readAnew(queryClient, id);
}
