import { useQuery } from '@tanstack/react-query';
import { Megaphone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { errorText } from '#platform/api/api-error.ts';
import { Button } from '#ui/button.tsx';
import { dateFormat } from '#ui/date-format.ts';
import { FilterSelect } from '#ui/form/filter-select.tsx';
import { Select } from '#ui/form/select.tsx';
import { Pager } from '#ui/list/pager.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import {
  type Nomination,
  type NominationStatus,
  nominationsQuery,
  PAGE_SIZE,
  useUpdateNomination,
} from './nominations.queries.ts';

const statuses: { value: NominationStatus; label: string }[] = [
  { value: 'new', label: 'New' },
  { value: 'contacted', label: 'Contacted' },
  { value: 'registered', label: 'Registered' },
  { value: 'declined', label: 'Declined' },
];

const day = dateFormat({ day: 'numeric', month: 'short' });

type Props = { onRegister: (nomination: Nomination) => void };

/** Nominated gyms, newest first: those that nobody has handled yet, until another status is chosen. */
export function NominatedGyms({ onRegister }: Props) {
  const [{ status, page }, setShown] = useState<{ status: NominationStatus | null; page: number }>({
    status: 'new',
    page: 1,
  });
  const list = useQuery(nominationsQuery({ status, page }));
  const framed = (content: ReactNode) => (
    <section aria-labelledby="nominated" className="flex flex-col gap-3 pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="nominated" className="text-xl">
          Nominated gyms
        </h2>
        <FilterSelect
          label="Status"
          any="Any status"
          options={statuses}
          value={status}
          onChange={(status) => setShown({ status, page: 1 })}
        />
      </div>
      {content}
    </section>
  );
  if (list.isPending)
    return framed(
      <div aria-busy="true">
        <Skeleton className="h-24" />
      </div>,
    );
  if (list.isError) return framed(<ErrorState title="Couldn't load nominations" onRetry={() => void list.refetch()} />);
  const { results, count } = list.data;
  return framed(
    <>
      {results.length > 0 ? <NominationList nominations={results} onRegister={onRegister} /> : <None status={status} />}
      <Pager page={page} pageSize={PAGE_SIZE} count={count} onPage={(page) => setShown({ status, page })} />
    </>,
  );
}

function None({ status }: { status: NominationStatus | null }) {
  if (status === null)
    return (
      <EmptyState icon={<Megaphone />} title="No nominations yet" text="Gyms that people nominate show up here." />
    );
  if (status === 'new')
    return (
      <EmptyState
        icon={<Megaphone />}
        title="No new nominations"
        text="Gyms that people nominate show up here. Choose another status to see those you've handled."
      />
    );
  const { label } = statuses.find(({ value }) => value === status)!;
  return <EmptyState icon={<Megaphone />} title={`None are ${label.toLowerCase()}`} text="Choose another status." />;
}

function NominationList({ nominations, onRegister }: Props & { nominations: readonly Nomination[] }) {
  const update = useUpdateNomination();
  return (
    <>
      {update.isError ? <Banner>{errorText(update.error, "Couldn't save the status. Try again.")}</Banner> : null}
      <ul className="flex flex-col divide-y divide-border">
        {nominations.map((nomination) => (
          <li key={nomination.id} className="flex flex-col gap-3 py-4 md:flex-row md:items-start md:justify-between">
            <div className="flex min-w-0 flex-col gap-1">
              <p className="font-semibold">{nomination.gym_name}</p>
              <p className="text-sm text-text-secondary">{nomination.gym_address}</p>
              <p className="line-clamp-3 max-w-prose text-sm">{nomination.comments}</p>
              <p className="break-words text-sm text-text-tertiary">
                {nomination.nominator_first_name} {nomination.nominator_last_name},{' '}
                <a className="touch-target text-primary-text underline" href={contact(nomination)}>
                  {nomination.contact_preference === 'phone' ? nomination.nominator_phone : nomination.nominator_email}
                </a>
                , {day.format(new Date(nomination.created_at))}
              </p>
            </div>
            <div className="flex w-full shrink-0 flex-col gap-2 md:w-44">
              {nomination.became ? (
                <p className="text-sm text-text-secondary">{`Now ${nomination.became.name}`}</p>
              ) : (
                <Button
                  size="sm"
                  variant="secondary"
                  aria-label={`Create organization from ${nomination.gym_name}`}
                  onClick={() => onRegister(nomination)}
                >
                  Create organization
                </Button>
              )}
              <Select
                label={`Status of ${nomination.gym_name}`}
                hideLabel
                options={statuses}
                value={
                  update.isPending && update.variables.id === nomination.id
                    ? update.variables.status
                    : nomination.status
                }
                onChange={(status) => update.mutate({ id: nomination.id, status, seen: nomination.status })}
              />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

const contact = ({ contact_preference, nominator_phone, nominator_email }: Nomination) =>
  contact_preference === 'phone' ? `tel:${nominator_phone?.replace(/[^\d+]/g, '')}` : `mailto:${nominator_email}`;
