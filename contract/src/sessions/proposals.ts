import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { pageOf, pageQuery } from '../api/page.ts';
import { byId, Id, Instant, InstantInput, paragraph } from '../api/primitives.ts';
import { Person } from '../users/users.ts';
import { sessionLimits } from './limits.ts';
import { SessionTime } from './sessions.ts';

/** A proposed time for a session, or a counterproposal. */
export const SessionProposal = z
  .object({
    id: Id,
    session_id: Id,
    proposer: Person,
    proposed_time: SessionTime,
    instead_of: SessionTime.describe("The session's time when this was proposed."),
    message: z.string(),
    status: z.enum(['pending', 'accepted', 'rejected', 'countered', 'withdrawn']),
    counters: Id.nullable().describe('The proposal this one counters.'),
    can_answer: z.boolean(),
    created_at: Instant,
    answered_at: Instant.nullable(),
  })
  .meta({ id: 'SessionProposal' });
export type SessionProposal = z.infer<typeof SessionProposal>;

export const ProposalInput = z.object({
  proposed_time: InstantInput,
  message: paragraph({ max: sessionLimits.proposalMessage }).default(''),
});
const proposalParams = z.object({ id: Id, proposalId: Id });
const answerErrors = ['session_not_found', 'proposal_not_found', 'proposal_answered', 'access_denied'] as const;
const timeErrors = ['session_in_past', 'gym_closed', 'session_started', 'session_cancelled'] as const;

export const listProposals = endpoint({
  method: 'GET',
  path: '/sessions/:id/proposals/',
  access: 'member',
  summary: 'Proposals for another time, newest first: all of them for participants, their own for everyone else.',
  params: byId,
  query: pageQuery(),
  returns: pageOf(SessionProposal),
  errors: ['session_not_found'],
});

export const createProposal = endpoint({
  method: 'POST',
  path: '/sessions/:id/proposals/',
  access: 'member',
  emulating: 'refused',
  summary:
    'Propose another time, as a participant or an invited friend (the host just edits the session). A newer proposal replaces an open one.',
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
  emulating: 'refused',
  summary: 'Accept a proposal: the session moves, everyone is notified, and other open proposals are withdrawn.',
  params: proposalParams,
  returns: SessionProposal,
  errors: [...answerErrors, ...timeErrors],
});

export const rejectProposal = endpoint({
  method: 'POST',
  path: '/sessions/:id/proposals/:proposalId/reject/',
  access: 'member',
  emulating: 'refused',
  summary: 'Decline a proposal.',
  params: proposalParams,
  returns: SessionProposal,
  errors: answerErrors,
});

export const counterProposal = endpoint({
  method: 'POST',
  path: '/sessions/:id/proposals/:proposalId/counter/',
  access: 'member',
  emulating: 'refused',
  summary: 'Counter a proposal with another time; returns the new proposal.',
  params: proposalParams,
  body: ProposalInput,
  returns: SessionProposal,
  status: 201,
  errors: [...answerErrors, ...timeErrors],
});
