import { useQuery } from '@tanstack/react-query';
import { FailedJobs } from '#features/operations/failed-jobs.tsx';
import { FailedMails } from '#features/operations/failed-mails.tsx';
import { MailQuotas, Nodes, Sizes, SlowestCalls } from '#features/operations/operation-lists.tsx';
import { operationsQuery } from '#features/operations/operations.queries.ts';
import { StateTiles } from '#features/operations/state-tiles.tsx';
import { usePageTitle } from '#platform/page-title.ts';
import { Banner } from '#ui/status/banner.tsx';
import { ErrorState } from '#ui/status/empty-state.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';

/** How the installation is doing. It refreshes itself. */
export function OperationsPage() {
  usePageTitle('Operations');
  const { data, isPending, isError, refetch } = useQuery(operationsQuery());
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-8 px-4 pt-5 pb-8 md:px-8 md:pt-8">
      <header className="flex flex-col gap-1">
        <h1 className="text-2xl">Operations</h1>
        <p className="text-text-secondary">How this installation is doing. Refreshes every ten seconds.</p>
      </header>
      {isPending ? (
        <div aria-busy="true" className="flex flex-col gap-3">
          <Skeleton className="h-48" />
          <Skeleton className="h-32" />
          <Skeleton className="h-32" />
        </div>
      ) : data ? (
        <>
          {isError ? <Banner>Couldn't refresh. Showing what we knew last; trying again.</Banner> : null}
          <StateTiles operations={data} />
          <FailedJobs failed={data.failed_jobs} />
          <FailedMails failed={data.failed_mails} />
          <Nodes nodes={data.nodes} />
          <SlowestCalls calls={data.slowest_calls} />
          <Sizes sizes={data.sizes} />
          <MailQuotas quotas={data.mail_quotas} />
        </>
      ) : (
        <ErrorState title="Couldn't load operations" onRetry={() => void refetch()} />
      )}
    </div>
  );
}
