import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '#platform/use-now.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { dateFormat } from '#ui/date-format.ts';
import { Question } from '#ui/layer/question.tsx';
import { Pager } from '#ui/list/pager.tsx';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import { timeLeft } from '../time-left.ts';
import { type Demo, demosQuery, PAGE_SIZE, useEndDemo } from './demos.queries.ts';
import { VisitorActivity } from './visitor-activity.tsx';

const moment = dateFormat({ day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });

/** Running and past demos, newest first. */
export function DemoList() {
  const [page, setPage] = useState(1);
  const list = useQuery(demosQuery(page));
  const end = useEndDemo();
  const [ending, setEnding] = useState<Demo | null>(null);
  const now = useNow(1000);
  if (list.isPending)
    return (
      <div aria-busy="true" className="flex flex-col gap-3">
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
      </div>
    );
  if (list.isError) return <ErrorState title="Couldn't load demos" onRetry={() => void list.refetch()} />;
  const { count, results } = list.data;
  if (count === 0)
    return (
      <EmptyState
        icon={<FlaskConical />}
        title="No demos yet"
        text="Demos that visitors start show up here."
        action={
          <a href="/" className={buttonClass({ variant: 'secondary' })}>
            Open the home page
          </a>
        }
      />
    );
  return (
    <>
      <ul className="flex flex-col divide-y divide-border" aria-label="Demos">
        {results.map((demo) => {
          const left = demo.ended_at === null ? timeLeft(demo.expires_at, now) : null;
          return (
            <li key={demo.id} className="flex flex-wrap items-start gap-x-4 gap-y-3 py-4">
              <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1.5">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <span className="font-semibold">{demo.persona_name}</span>
                  {left ? <Badge tone="success">{left} left</Badge> : <Badge>Ended</Badge>}
                  <span className="text-sm text-text-tertiary">{whenOf(demo)}</span>
                </p>
                <VisitorActivity tried={demo.tried} />
              </div>
              {left ? (
                <Button
                  size="sm"
                  variant="secondary"
                  aria-label={`End the demo of ${demo.persona_name}, started ${moment.format(new Date(demo.started_at))}`}
                  loading={end.isPending && end.variables.id === demo.id}
                  disabled={end.isPending}
                  onClick={() => setEnding(demo)}
                >
                  End
                </Button>
              ) : null}
            </li>
          );
        })}
      </ul>
      <Pager page={page} pageSize={PAGE_SIZE} count={count} onPage={setPage} />
      <Question
        open={ending !== null}
        title="End this demo?"
        text="The visitor is out at once, and everything in their sandbox is deleted. The line in this list stays."
        no="Keep it running"
        yes="End demo"
        onClose={() => setEnding(null)}
        onYes={() => ending && end.mutate(ending)}
      />
    </>
  );
}

/** When it started and, once it is over, how long it ran. */
function whenOf({ started_at, ended_at }: Demo): string {
  const started = moment.format(new Date(started_at));
  if (ended_at === null) return started;
  const minutes = Math.max(1, Math.round((Date.parse(ended_at) - Date.parse(started_at)) / 60_000));
  return `${started} · ${minutes} min`;
}
