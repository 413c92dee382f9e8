import type { ClientInput } from '@spotter/contract';
import type { joinPendingSession } from '@spotter/contract/sessions/spots.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { joinOutcome } from './join-outcome.ts';
import { type PendingSession, pendingSession } from './pending-invite.ts';
import type { Refusal } from './use-join.ts';

type Proposal = ClientInput<typeof joinPendingSession>['body']['proposal'];
type Callbacks = { onJoined: (sessionId: string) => void; onFailed: (refusal: Refusal) => void };

/** Finishes a join after sign-in. */
export function useJoinPendingSession(pending: PendingSession | null, { onJoined, onFailed }: Callbacks) {
  const queryClient = useQueryClient();
  const finish = async (sessionId: string) => {
    pendingSession.remove();
    await queryClient.invalidateQueries();
    onJoined(sessionId);
  };
  return useMutation({
    mutationFn: (proposal: Proposal) => {
      if (!pending) throw new Error('There is no session to join');
      const asks = pending.friendRequests ?? [];
      return api.joinPendingSession({
        body: {
          session_id: pending.sessionId,
          friend_request_ids: asks.length > 0 ? asks : undefined,
          proposal,
          share_token: pending.shareToken,
        },
      });
    },
    onSuccess: ({ session, joined, proposal_id }) => {
      if (joined) toasts.success(`You're in for ${session.title}`);
      else if (proposal_id) toasts.success('Proposal sent');
      return finish(session.id);
    },
    onError: (error) => {
      const outcome = joinOutcome(error, 'session');
      if (outcome.kind === 'failed') return onFailed(outcome);
      toasts.brief.success(outcome.text);
      if (pending) void finish(pending.sessionId);
    },
  });
}
