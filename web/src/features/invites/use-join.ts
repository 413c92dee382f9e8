import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { type JoinOutcome, joinOutcome } from './join-outcome.ts';
import { pendingFriendInvite, pendingInvite, pendingSession, pendingShareToken } from './pending-invite.ts';

export type Refusal = Extract<JoinOutcome, { kind: 'failed' }>;

type Callbacks = {
  /** Called once the member has joined, with a session's id if one was joined. */
  onJoined: (sessionId?: string) => void;
  /** Without it a refusal shows as a toast. */
  onFailed?: (refusal: Refusal) => void;
};

function forgetInvite() {
  pendingInvite.remove();
  pendingShareToken.remove();
  pendingFriendInvite.remove();
  pendingSession.remove();
}

/**
 * Joining may bring a gym, a theme, members and sessions, so everything is read again. The invite itself is not,
 * because its page would redirect a member who is already in.
 */
function useFinish({ onJoined }: Callbacks) {
  const queryClient = useQueryClient();
  return async (sessionId?: string) => {
    forgetInvite();
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'invite' });
    onJoined(sessionId);
  };
}

function useRefusal(type: 'session' | 'friend', callbacks: Callbacks) {
  const finish = useFinish(callbacks);
  return (error: unknown) => {
    const outcome = joinOutcome(error, type);
    if (outcome.kind === 'already') {
      toasts.brief.success(outcome.text);
      void finish();
    } else if (callbacks.onFailed) callbacks.onFailed(outcome);
    else toasts.brief.error(outcome.text, { text: outcome.detail });
  };
}

/** Joins the session behind a link. */
export function useJoinByToken(callbacks: Callbacks) {
  const finish = useFinish(callbacks);
  return useMutation({
    mutationFn: ({ token, referrerCode }: { token: string; referrerCode?: string }) =>
      api.joinByToken({ body: { share_token: token, referrer_code: referrerCode } }),
    onSuccess: ({ session }) => finish(session.id),
    onError: useRefusal('session', callbacks),
  });
}

export function useJoinPlatformInvite(callbacks: Callbacks) {
  const finish = useFinish(callbacks);
  return useMutation({
    mutationFn: (code: string) => api.joinPlatformInvite({ body: { referrer_code: code } }),
    onSuccess: () => {
      toasts.longSuccess("You're now friends");
      return finish();
    },
    onError: useRefusal('friend', callbacks),
  });
}

/** For a user with an account and no gym. */
export function useRedeemInviteCode(callbacks: Callbacks) {
  const finish = useFinish(callbacks);
  return useMutation({
    mutationFn: ({ code, gymId }: { code: string; gymId?: string }) =>
      api.redeemInviteCode({ body: { code, gym_id: gymId } }),
    onSuccess: ({ organization_name }) => {
      toasts.success(`Welcome to ${organization_name}`);
      return finish();
    },
  });
}
