import { auditKinds } from '@spotter/contract/desk/audit-kinds.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { LifeBuoy, ScrollText, SearchX, UserRoundX } from 'lucide-react';
import { useMemo } from 'react';
import { faceOf, nameOf } from '#platform/people/face.ts';
import { clockOf, longDate } from '#platform/wall-time.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { dateFormat } from '#ui/date-format.ts';
import { Edits } from '#ui/edits.tsx';
import { DateField } from '#ui/form/date-time-field.tsx';
import { FilterSelect } from '#ui/form/filter-select.tsx';
import { NextPage } from '#ui/list/next-page.tsx';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import { type AuditEntry, auditActorsQuery, auditLogQuery } from './audit.queries.ts';
import { type AuditFilters, kindLabels, noFilters, periods, queryOf, supportOption } from './audit-filters.ts';

type Props = { filters: AuditFilters; onFilters: (filters: AuditFilters) => void };

const moment = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' });

/** Who changed what, newest first, with filters; more loads as it is scrolled. */
export function AuditLog(props: Props) {
  return (
    <div className="flex flex-col gap-4">
      <Filters {...props} />
      <Entries {...props} />
    </div>
  );
}

function Filters({ filters, onFilters }: Props) {
  const actors = useQuery(auditActorsQuery());
  const people = (actors.data?.results ?? []).map((actor) => ({ value: actor.id, label: nameOf(actor) }));
  const change = (changed: Partial<AuditFilters>) => onFilters({ ...filters, ...changed });
  return (
    <search aria-label="Filters" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <FilterSelect
          label="Who"
          any="Anyone"
          options={[...people, supportOption]}
          value={filters.who}
          onChange={(who) => change({ who })}
        />
        <FilterSelect
          label="What"
          any="Any change"
          options={auditKinds.map((kind) => ({ value: kind, label: kindLabels[kind] }))}
          value={filters.kind}
          onChange={(kind) => change({ kind })}
        />
        <FilterSelect
          label="When"
          any="Any time"
          options={periods}
          value={filters.period}
          onChange={(period) => change({ period })}
        />
      </div>
      {filters.period === 'dates' ? (
        <div className="grid max-w-md grid-cols-2 gap-3">
          <DateField
            label="First day"
            value={filters.from}
            max={filters.until || undefined}
            onChange={(event) => change({ from: event.target.value })}
          />
          <DateField
            label="Last day"
            value={filters.until}
            min={filters.from || undefined}
            onChange={(event) => change({ until: event.target.value })}
          />
        </div>
      ) : null}
    </search>
  );
}

function Entries({ filters, onFilters }: Props) {
  const wanted = useMemo(() => queryOf(filters), [filters]);
  const log = useInfiniteQuery(auditLogQuery(wanted));
  if (log.isPending)
    return (
      <div aria-busy="true" className="flex flex-col gap-3">
        {[1, 2, 3, 4, 5].map((key) => (
          <Skeleton key={key} className="h-14 rounded-card" />
        ))}
      </div>
    );
  if (log.isError && !log.data)
    return <ErrorState title="Couldn't load the audit log" onRetry={() => void log.refetch()} />;
  const entries = log.data.pages.flatMap(({ results }) => results);
  if (entries.length === 0)
    return Object.keys(wanted).length > 0 ? (
      <EmptyState
        icon={<SearchX />}
        title="No changes found"
        text="Nothing matches these filters."
        action={
          <Button variant="secondary" onClick={() => onFilters(noFilters)}>
            Clear filters
          </Button>
        }
      />
    ) : (
      <EmptyState
        icon={<ScrollText />}
        title="No changes yet"
        text="Every change that you, your admins or Spotter support make shows up here."
      />
    );
  return (
    <>
      <ul aria-label="Changes" className="flex flex-col divide-y divide-border">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      <NextPage query={log}>
        <Skeleton className="h-14 rounded-card" />
      </NextPage>
    </>
  );
}

/** The log keeps hours as '07:00–20:00' and days as '2026-12-25'; a reason is left as it was written. */
function inReadersTimes(edit: AuditEntry['edits'][number]): AuditEntry['edits'][number] {
  if (!/^(Days|Hours)$|day$/.test(edit.field)) return edit;
  const say = (text: string | null) =>
    text?.replace(/\d{4}-\d{2}-\d{2}/g, (day) => longDate(day)).replace(/\b\d{2}:\d{2}\b/g, (time) => clockOf(time)) ??
    null;
  return { ...edit, before: say(edit.before), after: say(edit.after) };
}

const mark = 'grid size-11 shrink-0 place-items-center rounded-full [&_svg]:size-5';

function Entry({ entry }: { entry: AuditEntry }) {
  const { actor, emulating, kind, sentence, edits, created_at } = entry;
  return (
    <li className="flex items-start gap-3 py-3">
      {emulating ? (
        <span aria-hidden="true" className={`${mark} bg-status-info-bg text-status-info-text`}>
          <LifeBuoy />
        </span>
      ) : actor ? (
        <Avatar {...faceOf(actor)} size="md" decorative />
      ) : (
        <span aria-hidden="true" className={`${mark} bg-bg-secondary text-text-tertiary`}>
          <UserRoundX />
        </span>
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <p className="break-words">
          <strong className="font-semibold">
            {emulating ? 'Spotter support' : actor ? nameOf(actor) : 'A former member'}
          </strong>{' '}
          {sentence}
        </p>
        <Edits edits={kind === 'locations' ? edits.map(inReadersTimes) : edits} />
        <p className="flex flex-wrap items-center gap-2 text-sm text-text-secondary">
          <time dateTime={created_at}>{moment.format(new Date(created_at))}</time>
          {emulating ? <Badge tone="info">Support</Badge> : null}
        </p>
      </div>
    </li>
  );
}
