import type { SessionProposal } from '@spotter/contract/sessions/proposals.ts';
import { midSentence } from '@spotter/contract/time-words.ts';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { momentInWords } from '#platform/wall-time.ts';
import { movedTo } from '../cache/session-patches.ts';
import { type SessionWrite, sessionWrite, type Target } from '../cache/session-write.ts';
import { useSessionWrite } from '../cache/use-session-write.ts';
import type { ProposalPage } from '../session.ts';
import { sessionKeys } from '../sessions.keys.ts';

type Answered = Target & { proposal: Pick<SessionProposal, 'id' | 'proposed_time'> };

const params = ({ session, proposal }: Answered) => ({ id: session.id, proposalId: proposal.id });
const control = ({ proposal }: Answered) => `proposal ${proposal.id}`;
const failureText = "Couldn't send your answer.";

/** Shows a proposal as answered. Returns a function that reverts it. */
function markAnswered(queryClient: QueryClient, { session, proposal }: Answered, answered: SessionProposal['status']) {
  const set = (status: SessionProposal['status']) =>
    queryClient.setQueryData<ProposalPage>(
      sessionKeys.proposals(session.id),
      (page) =>
        page && {
          ...page,
          results: page.results.map((one) => (one.id === proposal.id ? { ...one, status } : one)),
        },
    );
  set(answered);
  return () => set('pending');
}

export const acceptProposal: SessionWrite<Answered, SessionProposal> = sessionWrite({
  name: 'acceptProposal',
  words: ({ session }) => `Accept a new time for ${session.title}`,
  control,
  send: (variables, options) => api.acceptProposal({ params: params(variables) }, options),
  patch: ({ proposal }) => movedTo(proposal.proposed_time.utc),
  patchOther: (variables, { queryClient }) => markAnswered(queryClient, variables, 'accepted'),
  failureText,
  onSent({ proposed_time }, { session }) {
    const start = midSentence(momentInWords(proposed_time.utc, proposed_time.timezone));
    toasts.success(`${session.title} moved to ${start}.`, { text: 'We let everyone know.' });
  },
});

export const rejectProposal: SessionWrite<Answered, SessionProposal> = sessionWrite({
  name: 'rejectProposal',
  words: ({ session }) => `Decline a new time for ${session.title}`,
  control,
  send: (variables, options) => api.rejectProposal({ params: params(variables) }, options),
  patchOther: (variables, { queryClient }) => markAnswered(queryClient, variables, 'rejected'),
  failureText,
  onSent: () => void toasts.success('Proposal declined.'),
});

export const useAcceptProposal = () => useSessionWrite(acceptProposal);
export const useRejectProposal = () => useSessionWrite(rejectProposal);

type ProposalInput = NonNullable<Parameters<typeof api.createProposal>[0]>['body'];

/** `counters`: the proposal that it answers with another time. */
export const createProposal = sessionWrite<Target & { counters: string | null; body: ProposalInput }, SessionProposal>({
  name: 'createProposal',
  words: ({ session }) => `Propose another time for ${session.title}`,
  control: ({ body }) => `propose ${body.proposed_time}`,
  send: ({ session: { id }, counters, body }, options) =>
    counters
      ? api.counterProposal({ params: { id, proposalId: counters }, body }, options)
      : api.createProposal({ params: { id }, body }, options),
  failureText: "Couldn't send your proposal. Try again.",
});
