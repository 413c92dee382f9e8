import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, CalendarX } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { SessionView } from '#features/sessions/session-view.tsx';
import { sessionQuery } from '#features/sessions/sessions.queries.ts';
import { ApiError } from '#platform/api/api-error.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { buttonClass } from '#ui/button-class.ts';
import { EmptyState, ErrorState } from '#ui/empty-state.tsx';
import { Skeleton, SkeletonText } from '#ui/skeleton.tsx';

/** One session as a page of its own, with an address that can be kept. */
export function SessionPage() {
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-5 px-4 pt-5 md:px-8 md:pt-8">
      <Link
        to="/app/calendar"
        className="inline-flex items-center gap-2 self-start py-1 text-sm text-text-secondary hover:text-text-primary"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        Calendar
      </Link>
      <OneSession id={useParams().id ?? ''} heading="h1" />
    </div>
  );
}

export function OneSession({ id, heading }: { id: string; heading: 'h1' | 'h2' }) {
  const session = useQuery(sessionQuery(useQueryClient(), id));
  usePageTitle(session.data?.title ?? 'Session');
  if (session.data) return <SessionView session={session.data} heading={heading} />;
  if (session.isPending)
    return (
      <div aria-busy="true" className="flex flex-col gap-5">
        <Skeleton className="h-14 w-3/4" />
        <SkeletonText lines={4} />
      </div>
    );
  if (session.error instanceof ApiError && (session.error.status === 404 || session.error.status === 400))
    return <NoSession heading={heading} />;
  return <ErrorState heading={heading} text="The session did not load." onRetry={() => void session.refetch()} />;
}

const NoSession = ({ heading }: { heading: 'h1' | 'h2' }) => (
  <EmptyState
    heading={heading}
    icon={<CalendarX />}
    title="This session is not on the calendar"
    text="It may be over, cancelled, or at a gym you do not train at."
    action={
      <Link to="/app/calendar" className={buttonClass()}>
        See what is on
      </Link>
    }
  />
);
