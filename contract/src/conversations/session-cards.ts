import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { byId, Id } from '../api/primitives.ts';
import { Message } from './conversations.ts';

export const shareSessionToChat = endpoint({
  method: 'POST',
  path: '/sessions/:id/share-to-chat/',
  access: 'member',
  shows: 'private',
  sentOnce: true,
  summary: 'Send a session as a card into a conversation.',
  params: byId,
  body: z.object({ conversation_id: Id }),
  returns: Message,
  status: 201,
  errors: ['session_not_found', 'conversation_not_found', 'message_request_waits'],
  limit: 'message',
});
