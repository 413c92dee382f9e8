import clsx from 'clsx';
import type { ReactNode } from 'react';
import { nameOf } from '#platform/people/face.ts';
import { useIsOnline } from '#platform/people/presence.ts';
import { ProfileLink } from '#platform/people/profile-link.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import type { Person } from './friends.queries.ts';

type Props = {
  person: Person;
  /** Beside the name. */
  mark?: ReactNode;
  /** Below the name. */
  children?: ReactNode;
  actions?: ReactNode;
  /** A small button at the top. */
  corner?: ReactNode;
  /** Actions below the text, where they have more room. */
  below?: ReactNode;
  /** Puts wide actions below the text on a phone. */
  wide?: boolean;
};

/** A member with what can be done about them. */
export function PersonRow({ person, mark, children, actions, corner, below, wide = false }: Props) {
  const name = nameOf(person);
  const isOnline = useIsOnline(person.id);
  return (
    <div
      className={clsx(
        'relative flex gap-x-3 gap-y-2 px-3 py-2.5 large-text:flex-wrap',
        below ? 'items-start' : 'items-center',
        wide && 'max-sm:flex-wrap',
      )}
    >
      <ProfileLink row userId={person.id} name={name} className="rounded-full">
        <Avatar name={name} src={person.avatar_url} color={person.avatar_color} online={isOnline} decorative />
      </ProfileLink>
      <div
        className={clsx(
          'flex min-w-0 flex-1 flex-col large-text:basis-[9rem]',
          wide && 'max-sm:basis-[calc(100%-3.5rem)]',
        )}
      >
        <span className="flex min-w-0 items-center gap-2">
          <span dir="auto" className="truncate font-semibold">
            {name}
            {isOnline ? <span className="sr-only">, online</span> : null}
          </span>
          {mark}
        </span>
        {children}
        {below ? <div className={clsx('flex flex-wrap gap-2 pt-2', corner && '-mr-12')}>{below}</div> : null}
      </div>
      {actions ? (
        <div className={clsx('flex max-w-full shrink-0 gap-2 large-text:flex-wrap', wide && 'max-sm:pl-14')}>
          {actions}
        </div>
      ) : null}
      {corner}
    </div>
  );
}

export const secondLineClass = 'text-sm text-text-secondary leading-snug';

const placeholders = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

export const PersonRowSkeleton = () => (
  <div className="flex items-center gap-3 px-3 py-2.5">
    <Skeleton className="size-11 rounded-full" />
    <span className="flex flex-1 flex-col gap-2">
      <Skeleton className="h-4 w-2/5" />
      <Skeleton className="h-3.5 w-3/5" />
    </span>
    <Skeleton className="h-9 w-28" />
  </div>
);

export const PeopleSkeleton = ({ rows = 6 }: { rows?: number }) => (
  <div role="status" aria-busy="true" aria-label="Loading people" className="-mx-3 flex flex-col">
    {placeholders.slice(0, rows).map((key) => (
      <PersonRowSkeleton key={key} />
    ))}
  </div>
);
