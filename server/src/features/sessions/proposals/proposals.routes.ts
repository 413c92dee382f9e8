import type { FastifyRequest } from 'fastify';
import { handlers } from '#platform/http/handlers.ts';
import { inOwnZone } from '../times/own-zone.ts';
import { acceptProposal, counterProposal, createProposal, listProposals, rejectProposal } from './proposals.service.ts';

const whichProposal = (params: { id: string; proposalId: string }, request: FastifyRequest) => ({
  sessionId: params.id,
  proposalId: params.proposalId,
  inOwnZone: inOwnZone(request),
});

export const proposalsRoutes = handlers({
  listProposals: (ctx, { params, query }, { request }) => listProposals(ctx, params.id, query, inOwnZone(request)),
  createProposal: (ctx, { params, body }, { request }) => createProposal(ctx, params.id, body, inOwnZone(request)),
  acceptProposal: (ctx, { params }, { request }) => acceptProposal(ctx, whichProposal(params, request)),
  rejectProposal: (ctx, { params }, { request }) => rejectProposal(ctx, whichProposal(params, request)),
  counterProposal: (ctx, { params, body }, { request }) => counterProposal(ctx, whichProposal(params, request), body),
});
