import { useQuery } from '@tanstack/react-query';
import { Building2, CalendarClock, Ellipsis, Globe, Mail, Pencil, Phone, Store } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '#ui/button.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { SearchField } from '#ui/form/search-field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu } from '#ui/layer/menu.tsx';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import { type Gym, gymsQuery } from '../gyms.queries.ts';

type Props = {
  hoursPath: (id: string) => string;
  onEdit: (gym: Gym) => void;
  /** Absent for admins who may not create or close locations. */
  onClose?: ((gym: Gym) => void) | undefined;
};

/** From this many on, looking through the cards takes too long. */
const SEARCH_FROM = 8;

/** The locations an admin manages, each with its figures and what can be done with it. */
export function GymList({ hoursPath, onEdit, onClose }: Props) {
  const list = useQuery(gymsQuery());
  const [text, setText] = useState('');
  if (list.isPending)
    return (
      <div aria-busy="true" className="grid gap-4 lg:grid-cols-2">
        {[1, 2].map((key) => (
          <Skeleton key={key} className="h-44 rounded-card" />
        ))}
      </div>
    );
  if (list.isError) return <ErrorState title="Couldn't load locations" onRetry={() => void list.refetch()} />;
  const managed = list.data.results.filter(({ manage }) => manage !== null);
  if (managed.length === 0)
    return (
      <EmptyState
        icon={<Building2 />}
        title="No locations yet"
        text="Locations you manage show up here. Ask your organization's admin to give you one."
      />
    );
  const wanted = text.trim().toLowerCase();
  const found = managed.filter(({ name, address }) => `${name} ${address}`.toLowerCase().includes(wanted));
  return (
    <>
      {managed.length >= SEARCH_FROM || text !== '' ? (
        <SearchField label="Find a location" placeholder="Name or address" value={text} onChange={setText} />
      ) : null}
      {found.length === 0 ? (
        <p role="status" className="py-6 text-center text-text-secondary">
          No locations match.
        </p>
      ) : (
        <ul aria-label="Locations" className="grid gap-4 lg:grid-cols-2">
          {found.map((gym) => (
            <GymCard
              key={gym.id}
              gym={gym}
              hoursPath={hoursPath(gym.id)}
              onEdit={() => onEdit(gym)}
              onClose={onClose && managed.length > 1 ? () => onClose(gym) : undefined}
            />
          ))}
        </ul>
      )}
    </>
  );
}

type CardProps = { gym: Gym; hoursPath: string; onEdit: () => void; onClose?: (() => void) | undefined };

function GymCard({ gym, hoursPath, onEdit, onClose }: CardProps) {
  const { name, address, timezone, phone, email, website, manage } = gym;
  const contact = [
    { icon: Phone, text: phone },
    { icon: Mail, text: email },
    { icon: Globe, text: website },
  ].filter(({ text }) => text);
  return (
    <li className="flex min-w-0 flex-col gap-4 rounded-card border border-border p-5">
      <div className="flex items-start gap-3">
        <div className="flex min-w-0 flex-1 flex-col gap-0.5">
          <h2 dir="auto" className="break-words text-lg">
            {name}
          </h2>
          <p dir="auto" className="break-words text-sm text-text-secondary">
            {address || 'No address yet'}
          </p>
          <p className="text-sm text-text-tertiary">
            {clockIn(timezone)} in {timezone.split('/').at(-1)?.replaceAll('_', ' ')}
          </p>
        </div>
        <Menu
          trigger={<IconButton label={`Options for ${name}`} icon={<Ellipsis />} className="-mt-1 -mr-2" />}
          groups={[
            [{ label: 'Edit', icon: <Pencil />, onSelect: onEdit }],
            onClose ? [{ label: 'Close location', icon: <Store />, danger: true, onSelect: onClose }] : [],
          ].filter((group) => group.length > 0)}
        />
      </div>
      {contact.length > 0 ? (
        <ul className="flex flex-col gap-1 text-sm text-text-secondary">
          {contact.map(({ icon: Icon, text }) => (
            <li key={text} className="flex min-w-0 items-center gap-2">
              <Icon aria-hidden="true" className="size-4 shrink-0 text-text-tertiary" />
              <span className="truncate">{text}</span>
            </li>
          ))}
        </ul>
      ) : null}
      <div className="mt-auto flex flex-wrap items-center justify-between gap-3">
        <p data-figures="" className="text-sm text-text-secondary">
          {`${count(manage?.members_count ?? 0, 'member')} · ${count(manage?.upcoming_sessions ?? 0, 'upcoming session')}`}
        </p>
        <div className="flex gap-2">
          <Button size="sm" variant="secondary" onClick={onEdit} aria-label={`Edit ${name}`}>
            Edit
          </Button>
          <Link
            to={hoursPath}
            aria-label={`Hours of ${name}`}
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
          >
            <CalendarClock aria-hidden="true" className="size-4" />
            Hours
          </Link>
        </div>
      </div>
    </li>
  );
}

const count = (number: number, thing: string) => `${number} ${thing}${number === 1 ? '' : 's'}`;

function clockIn(timeZone: string): string {
  return new Intl.DateTimeFormat(undefined, { timeZone, weekday: 'short', hour: 'numeric', minute: '2-digit' }).format(
    new Date(),
  );
}
