import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api } from '#platform/api/api.ts';
import { pendingFriendInvite, pendingInvite, pendingShareToken } from '#platform/storage/session-keys.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { type JoinOutcome, joinOutcome } from './join-outcome.ts';

export type Refusal = Extract<JoinOutcome, { kind: 'failed' }>;
type OnFailed = (refusal: Refusal) => void;

function forgetInvite() {
  pendingInvite.remove();
  pendingShareToken.remove();
  pendingFriendInvite.remove();
}

/**
 * Joining may bring a gym, a theme, people and sessions: everything is read anew, but for the invite itself, whose page
 * would send on those who are in already.
 */
function useArrive() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async (state?: object) => {
    forgetInvite();
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'invite' });
    void navigate('/app', { replace: true, state });
  };
}

function useRefusal(type: 'session' | 'friend', onFailed?: OnFailed) {
  const arrive = useArrive();
  return (error: unknown) => {
    const outcome = joinOutcome(error, type);
    if (outcome.kind === 'already') {
      toasts.success(outcome.text);
      void arrive();
    } else if (onFailed) onFailed(outcome);
    else toasts.error(outcome.text, { text: outcome.detail });
  };
}

/** Joins the session behind a link, and opens it. Without `onFailed` a refusal shows as a toast. */
export function useJoinByToken(onFailed?: OnFailed) {
  const arrive = useArrive();
  return useMutation({
    mutationFn: ({ token, referrerCode }: { token: string; referrerCode?: string }) =>
      api.joinByToken({ body: { share_token: token, referrer_code: referrerCode } }),
    onSuccess: ({ session }) => arrive({ modals: [{ name: 'session', id: session.id }] }),
    onError: useRefusal('session', onFailed),
  });
}

export function useJoinPlatformInvite(onFailed?: OnFailed) {
  const arrive = useArrive();
  return useMutation({
    mutationFn: (code: string) => api.joinPlatformInvite({ body: { referrer_code: code } }),
    onSuccess: () => {
      toasts.friendSuccess('You are friends now');
      return arrive();
    },
    onError: useRefusal('friend', onFailed),
  });
}

/** For somebody who has an account and no gym. */
export function useRedeemInviteCode() {
  const arrive = useArrive();
  return useMutation({
    mutationFn: ({ code, gymId }: { code: string; gymId?: string }) =>
      api.redeemInviteCode({ body: { code, gym_id: gymId } }),
    onSuccess: ({ organization_name }) => {
      toasts.success(`Welcome to ${organization_name}`);
      return arrive();
    },
  });
}
