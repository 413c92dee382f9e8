import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { demoDataQuery, isMaking, PAGE_SIZE, useRefreshDemoData } from '#features/demo/data/demo-data.queries.ts';
import { DemoDataForm } from '#features/demo/data/demo-data-form.tsx';
import { DemoDataList } from '#features/demo/data/demo-data-list.tsx';
import { usePageTitle } from '#platform/page-title.ts';
import { Card } from '#ui/card.tsx';
import { Pager } from '#ui/list/pager.tsx';
import { ErrorState } from '#ui/status/empty-state.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';

/** Makes gyms full of life, to show and to try things on. */
export function DemoDataPage() {
  usePageTitle('Generate demo data');
  const [page, setPage] = useState(1);
  // The job at work is the newest.
  const newest = useQuery(demoDataQuery(1));
  const list = useQuery(demoDataQuery(page));
  const refresh = useRefreshDemoData();
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-6 px-4 pt-5 pb-8 md:px-8 md:pt-8">
      <header className="flex flex-col gap-1">
        <h1 className="text-2xl">Generate demo data</h1>
        <p className="text-text-secondary">
          A new organization with members, sessions and chats. Its members can't sign in; enter it as its admin.
        </p>
      </header>
      <Card aria-label="New gym">
        <DemoDataForm
          isBusy={newest.data?.results.some(isMaking) ?? false}
          onStarted={() => {
            setPage(1);
            refresh();
          }}
        />
      </Card>
      <section aria-labelledby="made" className="flex flex-col gap-2">
        <h2 id="made" className="text-xl">
          Made so far
        </h2>
        {list.isPending ? (
          <div aria-busy="true" className="flex flex-col gap-3">
            <Skeleton className="h-20" />
            <Skeleton className="h-20" />
          </div>
        ) : list.isError ? (
          <ErrorState title="Couldn't load demo data" onRetry={() => void list.refetch()} />
        ) : (
          <>
            <DemoDataList jobs={list.data.results} />
            <Pager page={page} pageSize={PAGE_SIZE} count={list.data.count} onPage={setPage} />
          </>
        )}
      </section>
    </div>
  );
}
