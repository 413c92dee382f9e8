import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarX } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { friendsQuery } from '#features/friends/friends.queries.ts';
import { SessionSkeleton, SessionView } from '#features/sessions/detail/session-view.tsx';
import { SessionMessages } from '#features/sessions/messages/session-messages.tsx';
import type { SessionDetail } from '#features/sessions/session.ts';
import { sessionQuery } from '#features/sessions/sessions.queries.ts';
import { SessionAction } from '#features/sessions/spots/session-action.tsx';
import { ApiError } from '#platform/api/api-error.ts';
import { useModals } from '#routes/modals/modals.ts';
import { buttonClass } from '#ui/button-class.ts';
import { EmptyState, ErrorState } from '#ui/empty-state.tsx';

export const useOneSession = (id: string) => useQuery(sessionQuery(useQueryClient(), id));

type Props = {
  query: UseQueryResult<SessionDetail>;
  heading: 'h1' | 'h2';
  /** With room for the chat beside it, and no bar of its own at the bottom of a wide screen. */
  isPage?: boolean;
  onEdit: () => void;
};

export function OneSession({ query, heading, isPage = false, onEdit }: Props) {
  if (query.data) return <Shown session={query.data} heading={heading} isPage={isPage} onEdit={onEdit} />;
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

/** Fetched when somebody first shares, and kept, so that it can be seen to close. */
const ShareSheet = lazy(() => import('./share-sheet.tsx'));

function Shown({ session, heading, isPage, onEdit }: { session: SessionDetail } & Omit<Props, 'query'>) {
  const modals = useModals();
  const friends = useQuery(friendsQuery());
  const friendIds = useMemo(() => new Set(friends.data?.results.map(({ friend }) => friend.id)), [friends.data]);
  const [sharing, setSharing] = useState<'not yet' | 'open' | 'closed'>('not yet');
  return (
    <>
      <SessionView
        session={session}
        heading={heading}
        friendIds={friendIds}
        isWide={isPage}
        onShare={() => setSharing('open')}
        onEdit={onEdit}
        action={
          isPage ? (
            <SessionAction
              session={session}
              onShowProfile={() => modals.open({ name: 'profile' })}
              className="rounded-card border border-border px-5 py-3.5 max-md:hidden"
            />
          ) : null
        }
        chat={<SessionMessages session={session} heading={heading === 'h1' ? 'h2' : 'h3'} />}
      />
      <Suspense>
        {sharing === 'not yet' ? null : (
          <ShareSheet session={session} open={sharing === 'open'} onClose={() => setSharing('closed')} />
        )}
      </Suspense>
    </>
  );
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
