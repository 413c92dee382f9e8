import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { Instant } from '../api/primitives.ts';
import { Person } from '../users/users.ts';
import { Message, messageParams } from './conversations.ts';
import { Emoji } from './reactions.ts';

const reactionParams = messageParams.extend({ emoji: Emoji });

export const listReactions = endpoint({
  method: 'GET',
  path: '/conversations/:id/messages/:messageId/reactions/',
  access: 'member',
  summary: 'Who reacted to a message and how, in the order of their reactions.',
  params: messageParams,
  returns: z.array(z.object({ emoji: z.string(), user: Person, created_at: Instant })),
  errors: ['conversation_not_found', 'message_not_found'],
});

export const addReaction = endpoint({
  method: 'PUT',
  path: '/conversations/:id/messages/:messageId/reactions/:emoji/',
  access: 'member',
  shows: 'private',
  summary: 'React to a message with an emoji; a repeat changes nothing.',
  params: reactionParams,
  returns: Message,
  errors: ['conversation_not_found', 'message_not_found', 'too_many_reactions'],
  limit: 'message',
});

export const removeReaction = endpoint({
  method: 'DELETE',
  path: '/conversations/:id/messages/:messageId/reactions/:emoji/',
  access: 'member',
  shows: 'private',
  summary: 'Take back a reaction; a repeat changes nothing.',
  params: reactionParams,
  returns: Message,
  errors: ['conversation_not_found', 'message_not_found'],
  limit: 'message',
});
