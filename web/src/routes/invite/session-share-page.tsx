import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { pendingInvite, pendingSession, pendingShareToken } from '#features/invites/pending-invite.ts';
import { type Refusal, useJoinByToken } from '#features/invites/use-join.ts';
import { useRunOnce } from '#routes/run-once.ts';
import { Continuation } from './continuation.tsx';
import { useEnterApp } from './use-enter-app.ts';

/** After sign-in with a session link: joins and opens the session. */
export function SessionSharePage() {
  const [invite] = useState(pendingInvite.read);
  const [token] = useState(() => pendingShareToken.read() ?? (invite?.type === 'session' ? invite.code : null));
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const navigate = useNavigate();
  const join = useJoinByToken({
    onJoined: useEnterApp(),
    onFailed: (refused) => {
      // It was full before sign-in and still is; a member can propose another time.
      if (refused.text !== 'Session is full' || !pendingSession.read()) return setRefusal(refused);
      pendingInvite.remove();
      pendingShareToken.remove();
      void navigate('/app/session-join', { replace: true });
    },
  });
  const start = () => {
    setRefusal(null);
    if (token) join.mutate({ token, referrerCode: invite?.referrerCode });
  };
  useRunOnce(start);
  if (!token) return <Navigate to="/app" replace />;
  const session = invite?.sessionDetails;
  return (
    <Continuation
      title="Joining the session"
      waiting={session ? `${session.title}, ${session.date}, ${session.time}` : 'Saving your spot…'}
      refusal={refusal}
      onRetry={start}
      onLeave={() => {
        pendingInvite.remove();
        pendingShareToken.remove();
        pendingSession.remove();
      }}
    />
  );
}
