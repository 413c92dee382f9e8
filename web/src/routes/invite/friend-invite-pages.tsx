import { useState } from 'react';
import { Navigate } from 'react-router';
import { pendingFriendInvite, pendingInvite } from '#features/invites/pending-invite.ts';
import { type Refusal, useJoinPlatformInvite } from '#features/invites/use-join.ts';
import { useRunOnce } from '#routes/run-once.ts';
import { Continuation } from './continuation.tsx';
import { useEnterApp } from './use-enter-app.ts';

function AcceptInvite({ code, from }: { code: string; from?: string }) {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const join = useJoinPlatformInvite({ onJoined: useEnterApp(), onFailed: setRefusal });
  const start = () => {
    setRefusal(null);
    join.mutate(code);
  };
  useRunOnce(start);
  return (
    <Continuation
      title="Accepting your invite"
      waiting={from ? `Connecting you and ${from}…` : 'Connecting the two of you…'}
      refusal={refusal}
      onRetry={start}
      onLeave={() => {
        pendingInvite.remove();
        pendingFriendInvite.remove();
      }}
    />
  );
}

/** After sign-in with a friend's link. */
export function FriendInvitePage() {
  const [invite] = useState(pendingInvite.read);
  if (invite?.type !== 'friend') return <Navigate to="/app" replace />;
  return <AcceptInvite code={invite.code} from={invite.inviter?.name} />;
}

/** After sign-in with only a personal share code. */
export function PlatformInvitePage() {
  const [code] = useState(pendingFriendInvite.read);
  return code ? <AcceptInvite code={code} /> : <Navigate to="/app" replace />;
}
