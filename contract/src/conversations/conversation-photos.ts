import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { byId, Id, paragraph } from '../api/primitives.ts';
import { largestImage, longestMessage } from '../limits.ts';
import { Conversation, Message, messageParams, ReplyToId } from './conversations.ts';

const ImageFile = z.file().max(largestImage, 'Use an image of 5 MB at most');
const image = {
  accepts: 'multipart/form-data',
  // The form around the file needs some room too.
  largestBody: largestImage + 64 * 1024,
  demo: 'refused',
  needsVerifiedEmail: true,
  limit: 'upload',
} as const;

export const sendPhoto = endpoint({
  method: 'POST',
  path: '/conversations/:id/photos/',
  access: 'member',
  shows: 'private',
  // The nonce does it, and a repeated form never has the same bytes.
  forgets: true,
  summary:
    'Send a photo (PNG, JPEG or WebP, up to 5 MB), once however often it is retried. The server re-encodes it without metadata.',
  ...image,
  params: byId,
  body: z.object({
    file: ImageFile,
    client_nonce: Id.describe('Unique for its sender, forever: a retry returns the first message.'),
    content: paragraph({ max: longestMessage }).default('').describe('A caption.'),
    reply_to_id: ReplyToId,
  }),
  returns: Message,
  status: 201,
  errors: [
    'conversation_not_found',
    'message_request_waits',
    'request_needs_text',
    'image_invalid',
    'storage_full',
    'idempotency_key_reused',
  ],
});

export const getMessagePhoto = endpoint({
  method: 'GET',
  path: '/conversations/:id/messages/:messageId/photo/',
  access: 'member',
  shows: 'private',
  summary: "A message's photo, for members of the conversation who may read the message.",
  params: messageParams,
  sends: 'image/webp',
  errors: ['conversation_not_found', 'message_not_found'],
});

export const updateConversationPicture = endpoint({
  method: 'PUT',
  path: '/conversations/:id/picture/',
  access: 'member',
  shows: 'private',
  summary: "Set a group's picture, as an admin of the group (PNG, JPEG or WebP, up to 5 MB; it becomes square).",
  ...image,
  params: byId,
  body: z.object({ file: ImageFile }),
  returns: Conversation,
  errors: ['conversation_not_found', 'group_only', 'access_denied', 'image_invalid', 'storage_full'],
});

export const deleteConversationPicture = endpoint({
  method: 'DELETE',
  path: '/conversations/:id/picture/',
  access: 'member',
  shows: 'private',
  summary: "Remove a group's picture, as an admin of the group.",
  params: byId,
  returns: Conversation,
  errors: ['conversation_not_found', 'group_only', 'access_denied'],
});
