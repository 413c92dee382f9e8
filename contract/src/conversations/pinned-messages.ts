import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { byId } from '../api/primitives.ts';
import { mostPins } from '../limits.ts';
import { Conversation, Message, messageParams } from './conversations.ts';

export const listPinnedMessages = endpoint({
  method: 'GET',
  path: '/conversations/:id/pins/',
  access: 'member',
  shows: 'private',
  summary: `A conversation's pinned messages that the caller may read, the latest pin first; ${mostPins} at most.`,
  params: byId,
  returns: z.array(Message),
  errors: ['conversation_not_found'],
});

export const pinMessage = endpoint({
  method: 'PUT',
  path: '/conversations/:id/messages/:messageId/pin/',
  access: 'member',
  shows: 'private',
  summary: 'Pin a message for everyone in its conversation; a repeat changes nothing.',
  params: messageParams,
  returns: Conversation,
  errors: ['conversation_not_found', 'message_not_found', 'too_many_pins'],
  limit: 'message',
});

export const unpinMessage = endpoint({
  method: 'DELETE',
  path: '/conversations/:id/messages/:messageId/pin/',
  access: 'member',
  shows: 'private',
  summary: 'Unpin a message for everyone in its conversation; a repeat changes nothing.',
  params: messageParams,
  returns: Conversation,
  errors: ['conversation_not_found', 'message_not_found'],
  limit: 'message',
});
