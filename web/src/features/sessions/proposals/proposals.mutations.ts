import type { SessionProposal } from '@spotter/contract/sessions/proposals.ts';
import { midSentence } from '@spotter/contract/time-words.ts';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { momentInWords } from '#platform/wall-time.ts';
import type { SessionMutation } from '../cache/session-mutation.ts';
import { movedTo } from '../cache/session-patches.ts';
import { type Target, useSessionCall, useSessionMutation } from '../cache/use-session-mutation.ts';
import type { ProposalPage } from '../session.ts';
import { sessionKeys } from '../sessions.keys.ts';

type Answered = Target & { proposal: Pick<SessionProposal, 'id' | 'proposed_time'> };

const params = ({ session, proposal }: Answered) => ({ id: session.id, proposalId: proposal.id });
const control = ({ proposal }: Answered) => `proposal ${proposal.id}`;
const failureText = "Couldn't send your answer.";

/** Shows a proposal as answered. Returns a function that reverts it. */
function markAnswered(queryClient: QueryClient, { session, proposal }: Answered, answered: SessionProposal['status']) {
  const set = (status: SessionProposal['status'], can_answer: boolean) =>
    queryClient.setQueryData<ProposalPage>(
      sessionKeys.proposals(session.id),
      (page) =>
        page && {
          ...page,
          results: page.results.map((one) => (one.id === proposal.id ? { ...one, status, can_answer } : one)),
        },
    );
  set(answered, false);
  return () => set('pending', true);
}

const acceptProposal: SessionMutation<Answered, SessionProposal> = {
  name: 'acceptProposal',
  control,
  send: (variables, options) => api.acceptProposal({ params: params(variables) }, options),
  patch: ({ proposal }) => movedTo(proposal.proposed_time.utc),
  patchOther: (variables, { queryClient }) => markAnswered(queryClient, variables, 'accepted'),
  failureText,
  onSuccess({ proposed_time }, { session }) {
    const start = midSentence(momentInWords(proposed_time.utc, proposed_time.timezone));
    toasts.success(`${session.title} moved to ${start}.`, { text: 'We let everyone know.' });
  },
};

const rejectProposal: SessionMutation<Answered, SessionProposal> = {
  name: 'rejectProposal',
  control,
  send: (variables, options) => api.rejectProposal({ params: params(variables) }, options),
  patchOther: (variables, { queryClient }) => markAnswered(queryClient, variables, 'rejected'),
  failureText,
  onSuccess: () => void toasts.success('Proposal declined.'),
};

export const useAcceptProposal = () => useSessionMutation(acceptProposal);
export const useRejectProposal = () => useSessionMutation(rejectProposal);

type ProposalInput = NonNullable<Parameters<typeof api.createProposal>[0]>['body'];

export const useCreateProposal = (id: string) =>
  useSessionCall<ProposalInput, SessionProposal>(
    () => (body, options) => api.createProposal({ params: { id }, body }, options),
  );

export const useCounterProposal = (id: string, proposalId: string) =>
  useSessionCall<ProposalInput, SessionProposal>(
    () => (body, options) => api.counterProposal({ params: { id, proposalId }, body }, options),
  );
