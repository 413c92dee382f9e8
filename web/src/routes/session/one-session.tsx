import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarX } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { friendsQuery } from '#features/friends/friends.queries.ts';
import { SessionSkeleton, SessionView } from '#features/sessions/detail/session-view.tsx';
import { useFinishes } from '#features/sessions/finish/finish.queries.ts';
import { copyOf } from '#features/sessions/form/session-form-values.ts';
import { SessionMessages, useShowsChat } from '#features/sessions/messages/session-messages.tsx';
import type { SessionDetail } from '#features/sessions/session.ts';
import { sessionQuery } from '#features/sessions/sessions.queries.ts';
import { hasEnded } from '#features/sessions/times/session-time.ts';
import { ApiError } from '#platform/api/api-error.ts';
import { serverNow } from '#platform/server-clock.ts';
import { useModals } from '#routes/modals.ts';
import { buttonClass } from '#ui/button-class.ts';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';

export const useOneSession = (id: string) => useQuery(sessionQuery(useQueryClient(), id));

type Props = {
  query: UseQueryResult<SessionDetail>;
  heading: 'h1' | 'h2';
};

/** One session, or why it isn't available. */
export function OneSession({ query, heading }: Props) {
  if (query.data) return <Shown session={query.data} heading={heading} />;
  if (query.isPending) return <SessionSkeleton />;
  const { error } = query;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return <NoSession heading={heading} />;
  return (
    <ErrorState
      heading={heading}
      title="Couldn't load the session"
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}

function Shown({ session, heading }: { session: SessionDetail } & Omit<Props, 'query'>) {
  const friends = useQuery(friendsQuery());
  const friendIds = useMemo(() => new Set(friends.data?.results.map(({ friend }) => friend.id)), [friends.data]);
  const subheading = heading === 'h1' ? 'h2' : 'h3';
  return (
    <SessionView
      session={session}
      subheading={subheading}
      friendIds={friendIds}
      finish={session.is_participant && hasEnded(session, serverNow()) ? <SessionFinish id={session.id} /> : null}
      chat={useShowsChat(session) ? <SessionMessages session={session} heading={subheading} /> : null}
    />
  );
}

const FinishPart = lazy(() => import('./finish-part.tsx'));

/** What the reader sees on home too, while it is new. */
function SessionFinish({ id }: { id: string }) {
  const finish = useFinishes().find(({ session }) => session.id === id);
  if (!finish) return null;
  return (
    <Suspense>
      <FinishPart finish={finish} namesSession={false} />
    </Suspense>
  );
}

/** Loaded on first use and kept, so that its closing animates. */
const ShareSheet = lazy(() => import('./share-sheet.tsx'));

/** Opens the share sheet, and the sheet itself. */
export function useShareSheet(session: SessionDetail | undefined) {
  const [sharing, setSharing] = useState<'not yet' | 'open' | 'closed'>('not yet');
  const sheet =
    session && sharing !== 'not yet' ? (
      <Suspense>
        <ShareSheet session={session} open={sharing === 'open'} onClose={() => setSharing('closed')} />
      </Suspense>
    ) : null;
  return { share: () => setSharing('open'), sheet };
}

/** Opens the form with a copy of this session. */
export function useDuplicate() {
  const modals = useModals();
  return (session: SessionDetail) => modals.open({ name: 'create-session', copy: copyOf(session, serverNow()) });
}

const NoSession = ({ heading }: { heading: 'h1' | 'h2' }) => (
  <EmptyState
    heading={heading}
    icon={<CalendarX />}
    title="This session isn't on the calendar"
    text="It may be over, cancelled, or at another gym."
    action={
      <Link to="/app/calendar" className={buttonClass()}>
        Open calendar
      </Link>
    }
  />
);
