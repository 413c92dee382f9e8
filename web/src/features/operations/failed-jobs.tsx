import { RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Question } from '#ui/layer/question.tsx';
import { type Column, Table } from '#ui/list/table.tsx';
import { type FailedJob, type Operations, useDiscardJob, useRetryJob } from './operations.queries.ts';
import { agoWords, momentWords } from './operations.words.ts';
import { Nothing, Section } from './section.tsx';

/** Jobs that failed: an operator runs one again or takes it out of the queue. */
export function FailedJobs({ failed: { count, results } }: { failed: Operations['failed_jobs'] }) {
  const retry = useRetryJob();
  const discard = useDiscardJob();
  const [leaving, setLeaving] = useState<FailedJob | null>(null);
  const isBusy = retry.isPending || discard.isPending;
  const columns: Column<FailedJob>[] = [
    {
      key: 'job',
      header: 'Job',
      cell: ({ job, id }) => (
        <span className="flex flex-col">
          <span className="wrap-anywhere min-w-40 font-medium">{job}</span>
          <span className="text-sm text-text-secondary">#{id}</span>
        </span>
      ),
    },
    { key: 'state', header: 'State', cell: (job) => <State job={job} /> },
    {
      key: 'error',
      header: 'Error',
      cell: ({ error }) => <span className="break-words @max-5xl:max-w-[70%]">{error}</span>,
    },
    { key: 'attempts', header: 'Attempts', align: 'end', cell: (job) => `${job.attempts} of ${job.most_attempts}` },
    {
      key: 'when',
      header: 'Failed',
      align: 'end',
      cell: ({ failed_at }) => <span className="whitespace-nowrap">{momentWords(failed_at)}</span>,
    },
    {
      key: 'actions',
      header: 'Actions',
      hideHeader: true,
      align: 'end',
      cell: (job) => (
        <span className="inline-flex gap-2">
          <Button
            size="sm"
            variant="secondary"
            icon={<RotateCcw />}
            aria-label={`Retry ${job.job} #${job.id}`}
            loading={retry.isPending && retry.variables.id === job.id}
            disabled={isBusy || job.is_running}
            onClick={() => retry.mutate(job)}
          >
            Retry
          </Button>
          <Button
            size="sm"
            variant="secondary"
            icon={<Trash2 />}
            aria-label={`Discard ${job.job} #${job.id}`}
            loading={discard.isPending && discard.variables.id === job.id}
            disabled={isBusy || job.is_running}
            onClick={() => setLeaving(job)}
          >
            Discard
          </Button>
        </span>
      ),
    },
  ];
  return (
    <Section title="Failed jobs" count={count}>
      <Table
        caption="Failed jobs"
        columns={columns}
        rows={results}
        rowKey={({ id }) => id}
        empty={<Nothing>No failed jobs. Jobs that fail show up here.</Nothing>}
      />
      <Question
        open={leaving !== null}
        title={leaving ? `Discard ${leaving.job} #${leaving.id}?` : ''}
        text="It leaves the queue for good, and what it should have done isn't done. To try once more, retry it instead."
        no="Keep"
        yes="Discard"
        onClose={() => setLeaving(null)}
        onYes={() => leaving && discard.mutate(leaving)}
      />
    </Section>
  );
}

function State({ job }: { job: FailedJob }) {
  if (job.is_running) return <Badge tone="info">Running</Badge>;
  if (job.is_given_up) return <Badge tone="error">Given up</Badge>;
  return <Badge tone="warning">{job.next_at ? `Next try ${agoWords(job.next_at)}` : 'Retrying'}</Badge>;
}
