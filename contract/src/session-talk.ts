import { z } from 'zod';
import { Message } from './conversations.ts';
import { endpoint } from './endpoint.ts';
import { afterSeq, beforeSeq, pageOf, pageQuery } from './page.ts';
import { byId, Id, Instant, InstantInput, paragraph } from './primitives.ts';
import { SessionTime } from './sessions.ts';
import { Person } from './users.ts';

/** Another time for a session, or an answer to one. */
export const SessionProposal = z
  .object({
    id: Id,
    session_id: Id,
    proposer: Person,
    proposed_time: SessionTime,
    instead_of: SessionTime.describe("The session's time when this was proposed."),
    message: z.string(),
    status: z.enum(['pending', 'accepted', 'rejected', 'countered', 'withdrawn']),
    counters: Id.nullable().describe('The proposal this one answers.'),
    can_answer: z.boolean(),
    created_at: Instant,
    answered_at: Instant.nullable(),
  })
  .meta({ id: 'SessionProposal' });
export type SessionProposal = z.infer<typeof SessionProposal>;

const ProposalInput = z.object({ proposed_time: InstantInput, message: paragraph({ max: 500 }).default('') });
const proposalParams = z.object({ id: Id, proposalId: Id });
const answerErrors = ['session_not_found', 'proposal_not_found', 'proposal_answered', 'access_denied'] as const;
const timeErrors = ['session_in_past', 'gym_closed', 'session_started', 'session_cancelled'] as const;

export const listProposals = endpoint({
  method: 'GET',
  path: '/sessions/:id/proposals/',
  access: 'member',
  summary:
    'Other times proposed for a session, newest first: all of them for those who are in it and those who manage its gym, for others what they have part in.',
  params: byId,
  query: pageQuery(),
  returns: pageOf(SessionProposal),
  errors: ['session_not_found'],
});

export const createProposal = endpoint({
  method: 'POST',
  path: '/sessions/:id/proposals/',
  access: 'member',
  summary:
    'Propose another time, as somebody who is in the session or invited to it, but not its host. A newer proposal takes the place of one still open.',
  params: byId,
  body: ProposalInput,
  returns: SessionProposal,
  status: 201,
  errors: ['session_not_found', 'access_denied', ...timeErrors],
});

export const acceptProposal = endpoint({
  method: 'POST',
  path: '/sessions/:id/proposals/:proposalId/accept/',
  access: 'member',
  summary:
    'Accept a proposal: the session moves, everyone is told, and what else was proposed instead of the old time is withdrawn.',
  params: proposalParams,
  returns: SessionProposal,
  errors: [...answerErrors, ...timeErrors],
});

export const rejectProposal = endpoint({
  method: 'POST',
  path: '/sessions/:id/proposals/:proposalId/reject/',
  access: 'member',
  summary: 'Turn a proposal down.',
  params: proposalParams,
  returns: SessionProposal,
  errors: answerErrors,
});

export const counterProposal = endpoint({
  method: 'POST',
  path: '/sessions/:id/proposals/:proposalId/counter/',
  access: 'member',
  summary: 'Answer a proposal with yet another time; answers with the new proposal.',
  params: proposalParams,
  body: ProposalInput,
  returns: SessionProposal,
  status: 201,
  errors: [...answerErrors, ...timeErrors],
});

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
  errors: ['session_not_found'],
});

export const sendSessionMessage = endpoint({
  method: 'POST',
  path: '/sessions/:id/messages/',
  access: 'member',
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

export const shareSessionToChat = endpoint({
  method: 'POST',
  path: '/sessions/:id/share-to-chat/',
  access: 'member',
  summary: 'Send a session as a card into a conversation.',
  params: byId,
  body: z.object({ conversation_id: Id }),
  returns: Message,
  status: 201,
  errors: ['session_not_found', 'conversation_not_found'],
  limit: 'message',
});
