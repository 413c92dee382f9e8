import type { FastifyRequest } from 'fastify';
import { handlers } from '#platform/http/handlers.ts';
import { calendarRoutes } from './calendar-routes.ts';
import { makingRoutes } from './making-routes.ts';
import { joinPendingSession } from './pending-join.service.ts';
import { placesRoutes } from './places-routes.ts';
import { acceptProposal, counterProposal, createProposal, listProposals, rejectProposal } from './proposals.service.ts';
import { sendQuickAction } from './quick-actions.service.ts';
import { listSessionMessages, sendSessionMessage } from './session-messages.service.ts';
import { getSession, listSessions } from './sessions.service.ts';
import { getSharedSession, joinByToken } from './shared-sessions.service.ts';

/** Whether times are to be shown in the reader's own zone instead of the gym's. */
const inOwnZone = (request: FastifyRequest) => request.headers['x-use-new-timezone'] === 'true';

const whichProposal = (params: { id: string; proposalId: string }, request: FastifyRequest) => ({
  sessionId: params.id,
  proposalId: params.proposalId,
  inOwnZone: inOwnZone(request),
});

export const sessionsRoutes = handlers({
  ...calendarRoutes,
  ...makingRoutes(inOwnZone),
  ...placesRoutes(inOwnZone),
  listSessions: (ctx, { query }, { request }) => listSessions(ctx, query, inOwnZone(request)),
  getSession: (ctx, { params }, { request }) => getSession(ctx, params.id, inOwnZone(request)),
  getSharedSession: (ctx, { params }, { request }) => getSharedSession(ctx, params.token, inOwnZone(request)),
  joinByToken: (ctx, { body }, { request }) => joinByToken(ctx, body, inOwnZone(request)),
  joinPendingSession: (ctx, { body }, { request }) => joinPendingSession(ctx, body, inOwnZone(request)),
  listProposals: (ctx, { params, query }, { request }) => listProposals(ctx, params.id, query, inOwnZone(request)),
  createProposal: (ctx, { params, body }, { request }) => createProposal(ctx, params.id, body, inOwnZone(request)),
  acceptProposal: (ctx, { params }, { request }) => acceptProposal(ctx, whichProposal(params, request)),
  rejectProposal: (ctx, { params }, { request }) => rejectProposal(ctx, whichProposal(params, request)),
  counterProposal: (ctx, { params, body }, { request }) => counterProposal(ctx, whichProposal(params, request), body),
  listSessionMessages: (ctx, { params, query }) => listSessionMessages(ctx, params.id, query),
  sendSessionMessage: (ctx, { params, body }) => sendSessionMessage(ctx, params.id, body),
  sendQuickAction: (ctx, { params, body }) => sendQuickAction(ctx, params.id, body),
});
