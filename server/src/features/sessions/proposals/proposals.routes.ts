import { handlers } from '#platform/http/handlers.ts';
import { acceptProposal, counterProposal, createProposal, listProposals, rejectProposal } from './proposals.service.ts';

const whichProposal = (params: { id: string; proposalId: string }) => ({
  sessionId: params.id,
  proposalId: params.proposalId,
});

export const proposalsRoutes = handlers({
  listProposals: (ctx, { params, query }) => listProposals(ctx, params.id, query),
  createProposal: (ctx, { params, body }) => createProposal(ctx, params.id, body),
  acceptProposal: (ctx, { params }) => acceptProposal(ctx, whichProposal(params)),
  rejectProposal: (ctx, { params }) => rejectProposal(ctx, whichProposal(params)),
  counterProposal: (ctx, { params, body }) => counterProposal(ctx, whichProposal(params), body),
});
