import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DemoLimits } from '#features/demo/desk/demo-limits.tsx';
import { DemoList } from '#features/demo/desk/demo-list.tsx';
import { demoLimitsQuery, useEndAllDemos } from '#features/demo/desk/demos.queries.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { Button } from '#ui/button.tsx';
import { Question } from '#ui/layer/question.tsx';

/** Who tries Spotter now, and who did. */
export function DemosPage() {
  usePageTitle('Demo management');
  const { data: limits } = useQuery(demoLimitsQuery);
  const running = limits?.running ?? 0;
  const endAll = useEndAllDemos();
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-6 px-4 pt-5 pb-8 md:px-8 md:pt-8">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="flex flex-col gap-1">
          <h1 className="text-2xl">Demo management</h1>
          <p className="text-text-secondary">Each visitor gets their own gym for an hour.</p>
        </div>
        <Button variant="secondary" disabled={running === 0} loading={endAll.isPending} onClick={() => setAsking(true)}>
          End all demos
        </Button>
      </header>
      <DemoLimits />
      <DemoList />
      <Question
        open={isAsking}
        title={running === 1 ? 'End 1 demo?' : `End ${running} demos?`}
        text="All visitors are out at once, and everything in their sandboxes is deleted. The lines in this list stay."
        no="Keep them running"
        yes="End all demos"
        onClose={() => setAsking(false)}
        onYes={() => endAll.mutate()}
      />
    </div>
  );
}
