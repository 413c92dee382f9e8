import type { QueryClient } from '@tanstack/react-query';
import type { HeldMessages } from '#platform/chat/held-messages.ts';
import type { LiveHandlers } from '#platform/realtime/live-events.ts';
import { conversationChat } from './conversation-chat.ts';
import {
  changeConversation,
  dropConversation,
  heldConversation,
  readAnew,
  readerId,
  showLastMessage,
  showRead,
  showUnread,
  withDelivered,
} from './conversations.cache.ts';
import {
  type Conversation,
  type ConversationPages,
  conversationKeys,
  conversationsIn,
  type Message,
} from './conversations.queries.ts';
import { acknowledge } from './delivered.ts';
import { showVotes } from './polls/polls.ts';
import { showReactions } from './reactions/reactions.ts';
import { startTyping, stopTyping } from './typing.ts';

function receive(queryClient: QueryClient, message: Message) {
  conversationChat.receive(queryClient, message);
  showLastMessage(queryClient, message);
}

/** Blocks and deleted accounts change names and messages everywhere. */
function readAllAnew(queryClient: QueryClient) {
  conversationChat.reset(queryClient);
  void queryClient.invalidateQueries({ queryKey: conversationKeys.all });
}

/** Cards show the session as it is now. */
function readCardsAnew(queryClient: QueryClient, sessionId: string) {
  const isAbout = ({ session }: Message) => session?.id === sessionId;
  for (const [queryKey, held] of queryClient.getQueriesData<HeldMessages<Message>>({
    queryKey: conversationChat.keys.all,
  }))
    if (held?.messages.some(isAbout)) void queryClient.invalidateQueries({ queryKey });
  const lists = queryClient.getQueriesData<ConversationPages>({ queryKey: conversationKeys.lists });
  const ones = queryClient.getQueriesData<Conversation>({ queryKey: conversationKeys.ones });
  const held = [...lists.flatMap(([, pages]) => conversationsIn(pages)), ...ones.map(([, one]) => one)];
  for (const one of held) if (one?.last_message && isAbout(one.last_message)) readAnew(queryClient, one.id);
}

export const conversationsLive: LiveHandlers = {
  'message.created': ({ data: { message } }, queryClient) => {
    receive(queryClient, message);
    showUnread(queryClient, message);
    const { conversation_id: id, sender, seq } = message;
    if (!sender || sender.id === readerId(queryClient)) return;
    stopTyping(queryClient, id, sender.id);
    // Groups show who has read a message, not who has it.
    if (heldConversation(queryClient, id)?.type !== 'group') acknowledge(queryClient, id, seq);
  },
  'message.updated': ({ data: { message } }, queryClient) => {
    receive(queryClient, message);
    const pins = queryClient.getQueryData<Message[]>(conversationKeys.pins(message.conversation_id));
    if (pins?.some(({ id }) => id === message.id))
      void queryClient.invalidateQueries({ queryKey: conversationKeys.pins(message.conversation_id) });
  },
  'conversation.created': ({ data }, queryClient) => readAnew(queryClient, data.conversation_id),
  'conversation.updated': ({ data }, queryClient) => readAnew(queryClient, data.conversation_id),
  'conversation.left': ({ data }, queryClient) => dropConversation(queryClient, data.conversation_id),
  'conversation.read': ({ data }, queryClient) =>
    showRead(queryClient, data.conversation_id, data.user_id, data.last_read_seq),
  'conversation.delivered': ({ data }, queryClient) =>
    void changeConversation(queryClient, data.conversation_id, withDelivered(data.user_id, data.delivered_seq)),
  'message.reacted': ({ data }, queryClient) =>
    showReactions(queryClient, data.conversation_id, data.seq, data.reactions),
  'message.voted': ({ data: { conversation_id, message_id: _id, seq, ...votes } }, queryClient) =>
    showVotes(queryClient, conversation_id, seq, votes),
  typing: ({ data }, queryClient) => startTyping(queryClient, data.conversation_id, data.user_id),
  'session.updated': ({ data }, queryClient) => readCardsAnew(queryClient, data.session_id),
  'session.cancelled': ({ data }, queryClient) => readCardsAnew(queryClient, data.session_id),
  'people.changed': (_event, queryClient) => readAllAnew(queryClient),
  'user.hidden': (_event, queryClient) => readAllAnew(queryClient),
  'user.shown': (_event, queryClient) => readAllAnew(queryClient),
};
