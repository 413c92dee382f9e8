import { useQuery } from '@tanstack/react-query';
import { Megaphone } from 'lucide-react';
import { errorText } from '#platform/api/api-error.ts';
import { Button } from '#ui/button.tsx';
import { dateFormat } from '#ui/date-format.ts';
import { Select } from '#ui/form/select.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import { type Nomination, nominationsQuery, useUpdateNomination } from './nominations.queries.ts';

const statuses: { value: Nomination['status']; label: string }[] = [
  { value: 'new', label: 'New' },
  { value: 'contacted', label: 'Contacted' },
  { value: 'registered', label: 'Registered' },
  { value: 'declined', label: 'Declined' },
];

const day = dateFormat({ day: 'numeric', month: 'short' });

/** Nominated gyms, newest first, with their status. */
export function NominationList({ onRegister }: { onRegister: (nomination: Nomination) => void }) {
  const list = useQuery(nominationsQuery());
  const update = useUpdateNomination();
  if (list.isPending)
    return (
      <div aria-busy="true">
        <Skeleton className="h-24" />
      </div>
    );
  if (list.isError) return <ErrorState title="Couldn't load nominations" onRetry={() => void list.refetch()} />;
  if (list.data.results.length === 0)
    return (
      <EmptyState icon={<Megaphone />} title="No nominations yet" text="Gyms that people nominate show up here." />
    );
  return (
    <>
      {update.isError ? <Banner>{errorText(update.error, "Couldn't save the status. Try again.")}</Banner> : null}
      <ul className="flex flex-col divide-y divide-border">
        {list.data.results.map((nomination) => (
          <li key={nomination.id} className="flex flex-col gap-3 py-4 md:flex-row md:items-start md:justify-between">
            <div className="flex min-w-0 flex-col gap-1">
              <p className="font-semibold">{nomination.gym_name}</p>
              <p className="text-sm text-text-secondary">{nomination.gym_address}</p>
              <p className="line-clamp-3 max-w-prose text-sm">{nomination.comments}</p>
              <p className="break-words text-sm text-text-tertiary">
                {nomination.nominator_first_name} {nomination.nominator_last_name},{' '}
                <a className="text-primary-text underline" href={contact(nomination)}>
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
                onChange={(status) => update.mutate({ id: nomination.id, status })}
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
