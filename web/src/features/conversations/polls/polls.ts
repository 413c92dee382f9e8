import type { PollVotes } from '@spotter/contract/conversations/polls.ts';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import { outbox } from '#platform/outbox/tab-outbox.ts';
import { useWrite } from '#platform/outbox/use-outbox.ts';
import type { Write } from '#platform/outbox/write.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { conversationChat } from '../conversation-chat.ts';
import { changeConversation, voted, withVotes } from '../conversations.cache.ts';
import type { Message } from '../conversations.queries.ts';

type Poll = NonNullable<Message['poll']>;

export function showVotes(queryClient: QueryClient, conversationId: string, seq: number, votes: PollVotes) {
  conversationChat.change(queryClient, conversationId, seq, (message) => voted(message, votes));
  changeConversation(queryClient, conversationId, withVotes(seq, votes));
}

/** The votes after the reader has chosen these options. */
export function withOwn({ votes, own, voters, chosen }: Poll, next: readonly number[]): PollVotes {
  const change = (option: number) => Number(next.includes(option)) - Number(own.includes(option));
  return {
    votes: votes.map((count, option) => count + change(option)),
    own: [...next],
    voters: voters + Number(next.length > 0) - Number(own.length > 0),
    chosen,
  };
}

const showVotesOf = (queryClient: QueryClient, { conversation_id, seq }: Message, poll: PollVotes | null) =>
  poll && showVotes(queryClient, conversation_id, seq, poll);

/** Sets the reader's votes; they show at once. */
export const votePoll: Write<{ message: Message; options: number[] }, Message> = {
  name: 'votePoll',
  scope: ({ message }) => `votes:${message.id}`,
  words: ({ message }) => `Vote on “${message.content}”`,
  replaces: true,
  send: ({ message: { conversation_id: id, id: messageId }, options }, sending) =>
    api.votePoll({ params: { id, messageId }, body: { options } }, sending),
  show({ message, options }, { queryClient }) {
    showVotesOf(queryClient, message, message.poll && withOwn(message.poll, options));
    return () => void showVotesOf(queryClient, message, message.poll);
  },
  shownIn: ({ message }) => [conversationChat.keys.of(message.conversation_id)],
  failureText: "Couldn't save your vote. Try again.",
  onSent(answer, { message }, { queryClient }) {
    // A later tap shows already what this answer doesn't know.
    const unanswered = outbox.read().filter(({ scope }) => scope === `votes:${message.id}`);
    if (unanswered.length === 1) showVotesOf(queryClient, answer, answer.poll);
  },
};

export const useVotePoll = () => useWrite(votePoll);

export const votesQuery = ({ conversation_id: id, id: messageId }: Message) =>
  queryOptions({
    queryKey: ['poll-votes', messageId],
    queryFn: ({ signal }) => api.listVotes({ params: { id, messageId } }, { signal }),
    staleTime: 0,
  });

/** A poll's answer that the reader wants to make a session. */
export type PollAnswer = { conversationId: string; messageId: string; option: number };

/** Closes the poll with the session, whose card goes to the chat. */
export function useSettlePoll(answer: PollAnswer | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (session_id: string) => {
      if (!answer) return;
      const { conversationId: id, messageId, option } = answer;
      const message = await api.settlePoll({ params: { id, messageId }, body: { option, session_id } });
      if (message.poll) showVotes(queryClient, id, message.seq, message.poll);
    },
    onError: (error) =>
      toasts.error("Couldn't send the session to the chat", { text: errorText(error, 'Share it from the session.') }),
  });
}
