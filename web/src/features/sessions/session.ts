import type { Answer } from '#platform/api/client.ts';

export type SessionPage = Answer<'listSessions'>;
export type SessionItem = SessionPage['results'][number];
export type SessionDetail = Answer<'getSession'>;
export type ProposalPage = Answer<'listProposals'>;
