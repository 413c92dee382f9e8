import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { pageOf } from '../api/page.ts';
import { byId, Id } from '../api/primitives.ts';
import { ClientNonce, MessageBase, messagesQuery, NewMessage } from '../messages.ts';
import { sessionLimits } from './limits.ts';

export const QuickAction = z.enum(['on_my_way', 'running_late', 'arrived', 'cant_make_it', 'need_a_spotter']);
export type QuickAction = z.infer<typeof QuickAction>;

export const SessionMessage = MessageBase.extend({
  session_id: Id,
  kind: z.enum(['text', 'quick_action', 'system']),
  action: QuickAction.nullable(),
  details: z.object({ minutes: z.number().int().optional() }).nullable(),
}).meta({ id: 'SessionMessage' });
export type SessionMessage = z.infer<typeof SessionMessage>;

export const listSessionMessages = endpoint({
  method: 'GET',
  path: '/sessions/:id/messages/',
  access: 'member',
  emulating: 'refused',
  cost: 5,
  summary:
    "A session's chat, newest first, for its participants; everyone else who sees the session gets 403 `access_denied`.",
  params: byId,
  query: messagesQuery,
  returns: pageOf(SessionMessage),
  errors: ['session_not_found', 'access_denied'],
});

export const sendSessionMessage = endpoint({
  method: 'POST',
  path: '/sessions/:id/messages/',
  access: 'member',
  emulating: 'refused',
  sentOnce: true,
  summary: "Send a message to a session's chat, as a participant.",
  params: byId,
  body: NewMessage,
  returns: SessionMessage,
  status: 201,
  errors: ['session_not_found', 'not_a_participant'],
  limit: 'message',
});

export const sendQuickAction = endpoint({
  method: 'POST',
  path: '/sessions/:id/quick-actions/',
  access: 'member',
  emulating: 'refused',
  sentOnce: true,
  summary:
    "Send a quick action: a message in the chat and a notification. `arrived` also checks in while check-in is open; `cant_make_it` keeps the sender's spot until they leave.",
  params: byId,
  body: z
    .object({
      action: QuickAction,
      details: z.object({ minutes: z.number().int().min(1).max(sessionLimits.minutesLate).optional() }).default({}),
      client_nonce: ClientNonce,
    })
    .refine(({ action, details }) => action !== 'running_late' || details.minutes !== undefined, {
      path: ['details', 'minutes'],
      error: 'Enter the number of minutes',
    }),
  returns: SessionMessage,
  status: 201,
  errors: ['session_not_found', 'not_a_participant', 'session_cancelled'],
  limit: 'message',
});
