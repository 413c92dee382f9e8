import { GONE, type MeanwhileWords } from '#platform/outbox/told.ts';

/** What happened in a chat while a change to it waited. */
export const conversationsMeanwhile: MeanwhileWords = {
  poll_closed: 'The poll became a session while you were away.',
  message_not_found: GONE,
  conversation_not_found: GONE,
};
