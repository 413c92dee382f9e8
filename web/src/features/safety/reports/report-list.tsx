import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight, ShieldCheck } from 'lucide-react';
import { reasonNames } from '#features/safety/reports/report-reasons.ts';
import { faceOf, nameOf } from '#platform/people/face.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { NextPage } from '#ui/list/next-page.tsx';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { Skeleton, SkeletonCards } from '#ui/status/skeleton.tsx';
import { kindNames, momentInWords, outcomeOf } from './report.words.ts';
import { type ReportFilter, type ReportItem, reportsQuery } from './reports.queries.ts';

type Props = { status: ReportFilter; onOpen: (report: ReportItem) => void };

/** Reports, newest first. */
export function ReportList({ status, onOpen }: Props) {
  const list = useInfiniteQuery(reportsQuery(status));
  if (list.isPending) return <SkeletonCards className="h-20" />;
  if (!list.data) return <ErrorState title="Couldn't load reports" onRetry={() => void list.refetch()} />;
  const reports = list.data.pages.flatMap(({ results }) => results);
  if (reports.length === 0)
    return (
      <EmptyState
        icon={<ShieldCheck />}
        title={status === 'open' ? 'No open reports' : 'No closed reports yet'}
        text={
          status === 'open'
            ? 'When a member reports a profile, a message or a session, it shows up here.'
            : 'Reports that you or another admin have decided stay here.'
        }
      />
    );
  return (
    <>
      <ul aria-label="Reports" className="flex flex-col gap-3">
        {reports.map((report) => (
          <Row key={report.id} report={report} onOpen={() => onOpen(report)} />
        ))}
      </ul>
      <NextPage query={list}>
        <Skeleton className="h-20 rounded-card" />
      </NextPage>
    </>
  );
}

function Row({ report, onOpen }: { report: ReportItem; onOpen: () => void }) {
  const { reported, kind, reason, gyms, created_at } = report;
  const { label, tone } = outcomeOf(report);
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="flex w-full items-center gap-3 rounded-card border border-border p-4 text-left transition hover:bg-bg-secondary"
      >
        <Avatar {...faceOf(reported)} size="md" decorative />
        <span className="flex min-w-0 flex-1 flex-col gap-1">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="break-words font-semibold">{nameOf(reported)}</span>
            <Badge tone={tone}>{label}</Badge>
          </span>
          <span className="text-sm text-text-secondary">
            {[kindNames[kind], reasonNames[reason], ...gyms.map(({ name }) => name), momentInWords(created_at)].join(
              ' · ',
            )}
          </span>
        </span>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-text-tertiary" />
      </button>
    </li>
  );
}
