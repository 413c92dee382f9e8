import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { Link, Navigate } from 'react-router';
import { type PendingSession, pendingSession } from '#features/invites/pending-invite.ts';
import type { Refusal } from '#features/invites/use-join.ts';
import { useJoinPendingSession } from '#features/invites/use-join-pending-session.ts';
import { ProposalForm } from '#features/sessions/proposals/proposal-form.tsx';
import { usePageTitle } from '#platform/page-title.ts';
import { useRunOnce } from '#routes/run-once.ts';
import { OneSession, useOneSession } from '#routes/session/one-session.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { Skeleton } from '#ui/status/skeleton.tsx';
import { Continuation } from './continuation.tsx';
import { useEnterApp } from './use-enter-app.ts';

/** Continues a join after sign-in. */
export function SessionJoinPage() {
  const [pending] = useState(pendingSession.read);
  if (!pending) return <Navigate to="/app" replace />;
  return pending.requiresProposal || pending.sessionFull ? (
    <AnotherTime pending={pending} />
  ) : (
    <JoinNow pending={pending} />
  );
}

function JoinNow({ pending }: { pending: PendingSession }) {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const join = useJoinPendingSession(pending, { onJoined: useEnterApp(), onFailed: setRefusal });
  const start = () => {
    setRefusal(null);
    join.mutate(undefined);
  };
  useRunOnce(start);
  return (
    <Continuation
      title="Joining the session"
      waiting={pending.sessionTitle}
      refusal={refusal}
      onRetry={start}
      onLeave={pendingSession.remove}
    />
  );
}

/** For a full session, or one that needs another time: proposes one. */
function AnotherTime({ pending }: { pending: PendingSession }) {
  usePageTitle('Propose another time');
  const query = useOneSession(pending.sessionId);
  const session = query.isPlaceholderData ? undefined : query.data;
  const [problem, setProblem] = useState<string | null>(null);
  const join = useJoinPendingSession(pending, {
    onJoined: useEnterApp(),
    onFailed: ({ text, detail }) => setProblem(detail ?? text),
  });
  return (
    <div className="mx-auto flex max-w-md flex-col gap-6 px-6 pt-8 md:pt-16">
      <div className="flex flex-col gap-3">
        <span className="grid size-14 place-items-center rounded-full bg-primary-soft text-primary-text">
          <CalendarClock aria-hidden="true" className="size-6" />
        </span>
        <h1 className="text-2xl">Propose another time</h1>
        <p className="text-text-secondary">
          {pending.sessionFull ? 'Suggest a time that works for you, and the host decides. ' : null}
          <span className="font-semibold text-text-primary">{pending.sessionTitle}</span>{' '}
          {pending.sessionFull
            ? 'has no spots left.'
            : "needs a time that works for you both. We'll let the host know right away."}
        </p>
      </div>
      {session ? (
        <ProposalForm
          session={session}
          action="Propose this time"
          sending={join.isPending}
          error={problem}
          onSend={(proposal) => {
            setProblem(null);
            join.mutate(proposal);
          }}
        />
      ) : query.isError ? (
        <OneSession query={query} heading="h2" />
      ) : (
        <Skeleton className="h-96" />
      )}
      <Link
        to="/app"
        replace
        onClick={pendingSession.remove}
        className={buttonClass({ variant: 'ghost', size: 'lg', full: true })}
      >
        Not now
      </Link>
    </div>
  );
}
