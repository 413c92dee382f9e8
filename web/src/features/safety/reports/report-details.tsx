import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reasonNames } from '#features/safety/reports/report-reasons.ts';
import { LinkOut } from '#platform/modals/link-out.tsx';
import { faceOf, nameOf } from '#platform/people/face.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { ErrorState } from '#ui/status/empty-state.tsx';
import { Skeleton, SkeletonText } from '#ui/status/skeleton.tsx';
import { kindNames, momentInWords, outcomeOf } from './report.words.ts';
import { type OpenedReport, reportPhotoQuery, reportQuery } from './reports.queries.ts';

type Props = {
  id: string;
  decision: (report: OpenedReport) => ReactNode;
  /** The staff view of a member, where a suspension is lifted. */
  pageOf: (userId: string) => string;
};

/** One report: what was reported as it was then, who reported it and why, and what to do about it. */
export function ReportDetails({ id, ...rest }: Props) {
  const report = useQuery(reportQuery(id));
  if (report.isPending)
    return (
      <div aria-busy="true">
        <SkeletonText lines={6} />
      </div>
    );
  if (!report.data) return <ErrorState title="Couldn't load the report" onRetry={() => void report.refetch()} />;
  return <Details report={report.data} {...rest} />;
}

function Details({ report, decision, pageOf }: Omit<Props, 'id'> & { report: OpenedReport }) {
  const { reported, reporter, kind, reason, note, created_at, other_reports, is_reported_active } = report;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex items-center gap-3">
        <Avatar {...faceOf(reported)} size="md" decorative />
        <div className="flex min-w-0 flex-1 flex-col gap-0.5">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <LinkOut to={pageOf(reported.id)} className="min-w-0 break-words font-semibold hover:underline">
              {nameOf(reported)}
            </LinkOut>
            {is_reported_active ? null : <Badge tone="error">Suspended</Badge>}
          </p>
          <p className="text-sm text-text-secondary">
            {other_reports === 0
              ? 'Never reported before'
              : `${other_reports} other ${other_reports === 1 ? 'report' : 'reports'}`}
          </p>
        </div>
      </div>
      <section aria-label="What was reported" className="flex flex-col gap-3 rounded-card bg-bg-secondary p-4">
        <p className="text-sm text-text-secondary">
          {kindNames[kind]}, as it was {momentInWords(created_at)}
        </p>
        <Content report={report} />
      </section>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
        <dt className="text-text-secondary">Reason</dt>
        <dd>{reasonNames[reason]}</dd>
        <dt className="text-text-secondary">Reported by</dt>
        <dd>{reporter ? nameOf(reporter) : 'A former member'}</dd>
        {note ? (
          <>
            <dt className="text-text-secondary">Note</dt>
            <dd dir="auto" className="whitespace-pre-line break-words">
              {note}
            </dd>
          </>
        ) : null}
      </dl>
      {report.status === 'open' ? decision(report) : <Outcome report={report} />}
    </div>
  );
}

function Content({ report: { id, kind, content, reported } }: { report: OpenedReport }) {
  const { title, text, at, has_photo, context } = content;
  const isChat = kind === 'message' || kind === 'session_message';
  return (
    <div className="flex flex-col gap-3">
      {title ? (
        <p dir="auto" className="break-words font-semibold">
          {isChat ? `In ${title}` : title}
        </p>
      ) : null}
      {context.map(({ sender, text: said, at: when }) => (
        <Said key={when + said} who={sender ? nameOf(sender) : 'A former member'} at={when} text={said} />
      ))}
      {isChat ? (
        <Said isReported who={nameOf(reported)} at={at} text={text || insteadOfText(content)} />
      ) : (
        <>
          {at ? <p className="text-sm text-text-secondary">Starts {momentInWords(at)}</p> : null}
          <p dir="auto" className="whitespace-pre-line break-words">
            {text || <span className="text-text-tertiary">No text</span>}
          </p>
        </>
      )}
      {has_photo ? <Photo id={id} /> : null}
    </div>
  );
}

function insteadOfText({ has_photo, is_withheld }: OpenedReport['content']): string {
  if (is_withheld) return "Only the gym's admins can read reported chats.";
  return has_photo ? '' : 'No text';
}

type SaidProps = { who: string; at: string | null; text: string; isReported?: boolean };

function Said({ who, at, text, isReported = false }: SaidProps) {
  return (
    <div
      className={`flex flex-col gap-0.5 border-l-2 pl-3 ${isReported ? 'border-status-error-text' : 'border-border text-text-secondary'}`}
    >
      <p className="text-sm">
        <span className="font-medium">{who}</span>
        {at ? <span className="text-text-tertiary"> · {momentInWords(at)}</span> : null}
      </p>
      <p dir="auto" className="whitespace-pre-line break-words">
        {text}
      </p>
    </div>
  );
}

function Photo({ id }: { id: string }) {
  const photo = useQuery(reportPhotoQuery(id));
  if (photo.isPending) return <Skeleton className="h-40 rounded-card" />;
  if (!photo.data) return <p className="text-sm text-text-secondary">Couldn't load the photo</p>;
  return <img src={photo.data} alt="What was reported" className="max-h-80 w-fit rounded-card object-contain" />;
}

function Outcome({ report }: { report: OpenedReport }) {
  const { label, tone } = outcomeOf(report);
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm text-text-secondary">
      <Badge tone={tone}>{label}</Badge>
      {[report.closed_by ? `by ${nameOf(report.closed_by)}` : null, report.closed_at && momentInWords(report.closed_at)]
        .filter(Boolean)
        .join(' · ')}
    </p>
  );
}
