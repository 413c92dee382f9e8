import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { afterSeq, beforeSeq, pageOf, pageQuery } from '../page.ts';
import { byId, Id, Instant, paragraph } from '../primitives.ts';
import { Person } from '../users.ts';

export const QuickAction = z.enum(['on_my_way', 'running_late', 'arrived', 'cant_make_it', 'need_a_spotter']);

const Nonce = Id.optional().describe('Unique for its sender for ever: a retry gives the first message back.');

/** A line in a session's chat. */
export const SessionMessage = z
  .object({
    id: Id,
    session_id: Id,
    seq: z.number().int(),
    client_nonce: z.string().nullable(),
    kind: z.enum(['text', 'quick_action', 'system']),
    sender: Person.nullable().describe('Null for a system line, and for one that is folded away.'),
    content: z.string().describe('Empty for a quick action.'),
    action: QuickAction.nullable(),
    details: z.object({ minutes: z.number().int().optional() }).nullable(),
    is_hidden: z
      .boolean()
      .describe('Folded away: one of the two has blocked the other. Who wrote it and what it says are left out.'),
    created_at: Instant,
  })
  .meta({ id: 'SessionMessage' });
export type SessionMessage = z.infer<typeof SessionMessage>;

export const listSessionMessages = endpoint({
  method: 'GET',
  path: '/sessions/:id/messages/',
  access: 'member',
  summary:
    "A session's chat, newest first, for those who are in it and those who manage its gym; others get 403 `access_denied`.",
  params: byId,
  query: pageQuery(50).extend({ before: beforeSeq, after: afterSeq }),
  returns: pageOf(SessionMessage),
  errors: ['session_not_found', 'access_denied'],
});

export const sendSessionMessage = endpoint({
  method: 'POST',
  path: '/sessions/:id/messages/',
  access: 'member',
  emulating: 'refused',
  sentOnce: true,
  summary: "Write to a session's chat, as somebody who is in it.",
  params: byId,
  body: z.object({
    content: paragraph({ max: 4000, required: 'Message is required' }),
    client_nonce: Nonce,
  }),
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
    "Tell the others something with one tap: a line in the chat and a notification. `arrived` also checks in while check-in is open; `cant_make_it` keeps the sender's place until they leave.",
  params: byId,
  body: z
    .object({
      action: QuickAction,
      details: z.object({ minutes: z.number().int().min(1).max(180).optional() }).default({}),
      client_nonce: Nonce,
    })
    .refine(({ action, details }) => action !== 'running_late' || details.minutes !== undefined, {
      path: ['details', 'minutes'],
      error: 'Say how many minutes',
    }),
  returns: SessionMessage,
  status: 201,
  errors: ['session_not_found', 'not_a_participant', 'session_cancelled'],
  limit: 'message',
});
