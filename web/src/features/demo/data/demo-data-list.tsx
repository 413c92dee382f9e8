import { Database } from 'lucide-react';
import { useState } from 'react';
import { Badge, type Tone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { dateFormat } from '#ui/date-format.ts';
import { Question } from '#ui/layer/question.tsx';
import { EmptyState } from '#ui/status/empty-state.tsx';
import { ProgressBar } from '#ui/status/progress.tsx';
import { type DemoDataJob, isMaking, isRemoving, useCancelDemoData, useRemoveDemoData } from './demo-data.queries.ts';
import { kindNames } from './gym-kinds.ts';

const moment = dateFormat({ day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });
const number = new Intl.NumberFormat();
const counted = (count: number, thing: string) => `${number.format(count)} ${thing}${count === 1 ? '' : 's'}`;

/** What is being made and what was made before, newest first. */
export function DemoDataList({ jobs }: { jobs: readonly DemoDataJob[] }) {
  const cancel = useCancelDemoData();
  const remove = useRemoveDemoData();
  const [asked, setAsked] = useState<DemoDataJob | null>(null);
  if (jobs.length === 0)
    return <EmptyState icon={<Database />} title="No demo data yet" text="Gyms you generate show up here." />;
  const isCancel = asked !== null && isMaking(asked);
  return (
    <>
      <ul className="flex flex-col divide-y divide-border" aria-label="Demo data">
        {jobs.map((job) => (
          <li key={job.id} className="flex flex-wrap items-start gap-x-4 gap-y-3 py-4">
            <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1.5">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="break-words font-semibold">{job.organization_name ?? kindNames[job.kind]}</span>
                <State job={job} />
              </p>
              <p className="text-sm text-text-secondary" data-figures="">
                {[
                  kindNames[job.kind],
                  counted(job.members, 'member'),
                  counted(job.weeks, 'week'),
                  counted(job.locations, 'location'),
                  `seed ${job.seed}`,
                ].join(' · ')}
              </p>
              <p className="text-sm text-text-tertiary" data-figures="">
                {moment.format(new Date(job.created_at))}
                {job.rows_written > 0 ? ` · ${counted(job.rows_written, 'row')}` : ''}
              </p>
              {isMaking(job) ? <ProgressBar label={leftOf(job)} value={job.progress} className="max-w-md" /> : null}
            </div>
            {isMaking(job) || (job.status === 'done' && job.organization_id) ? (
              <Button
                size="sm"
                variant="secondary"
                disabled={cancel.isPending || remove.isPending}
                aria-label={isMaking(job) ? undefined : `Remove ${job.organization_name ?? 'it'}`}
                onClick={() => setAsked(job)}
              >
                {isMaking(job) ? 'Cancel' : 'Remove'}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <Question
        open={asked !== null}
        title={isCancel ? 'Cancel this job?' : `Remove ${asked?.organization_name ?? 'this gym'}?`}
        text={
          isCancel
            ? 'We stop and remove what was made so far.'
            : 'This removes everything it made: the organization, its members and sessions, and its files.'
        }
        no={isCancel ? 'Keep going' : 'Keep'}
        yes={isCancel ? 'Cancel job' : 'Remove everything it made'}
        onClose={() => setAsked(null)}
        onYes={() => asked && (isCancel ? cancel : remove).mutate(asked)}
      />
    </>
  );
}

const states: Record<DemoDataJob['status'], [string, Tone]> = {
  queued: ['Waiting', 'info'],
  running: ['Running', 'info'],
  done: ['Ready', 'success'],
  failed: ['Failed', 'error'],
  cancelled: ['Cancelled', 'neutral'],
  removed: ['Removed', 'neutral'],
};

function State({ job }: { job: DemoDataJob }) {
  const [label, tone]: [string, Tone] = isRemoving(job)
    ? ['Removing', 'warning']
    : job.status === 'done' && job.organization_id === null
      ? states.removed
      : states[job.status];
  return <Badge tone={tone}>{label}</Badge>;
}

function leftOf({ status, seconds_left }: DemoDataJob): string {
  if (status === 'queued') return 'Starts in a moment';
  if (seconds_left === null) return 'Working';
  return seconds_left < 60
    ? `About ${Math.max(1, seconds_left)} s left`
    : `About ${Math.ceil(seconds_left / 60)} min left`;
}
