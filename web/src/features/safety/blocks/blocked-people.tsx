import { useInfiniteQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { dateFormat } from '#ui/date-format.ts';
import { NextPage } from '#ui/list/next-page.tsx';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import { blockedQuery, useUnblock } from './blocks.queries.ts';

const day = dateFormat({ dateStyle: 'medium' });

type Blocked = {
  id: string;
  first_name: string;
  last_name: string;
  avatar_url: string | null;
  avatar_color: string;
} & {
  blocked_at: string;
};

/** Everyone the reader has blocked, the latest first. */
export function BlockedPeople() {
  const list = useInfiniteQuery(blockedQuery());
  if (list.isPending)
    return (
      <div role="status" aria-busy="true" aria-label="Loading blocked people" className="flex flex-col gap-5 py-4">
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
      </div>
    );
  if (!list.data) return <ErrorState title="Couldn't load the list" onRetry={() => void list.refetch()} />;
  const people = list.data.pages.flatMap(({ results }) => results);
  if (people.length === 0)
    return (
      <EmptyState
        icon={<ShieldCheck />}
        title="You haven't blocked anyone"
        text="To block someone, open their profile and choose Block. You then no longer see each other anywhere."
      />
    );
  return (
    <>
      <ul className="flex flex-col divide-y divide-border">
        {people.map((person) => (
          <Row key={person.id} person={person} />
        ))}
      </ul>
      <NextPage query={list}>
        <Skeleton className="h-16 rounded-card" />
      </NextPage>
    </>
  );
}

function Row({ person }: { person: Blocked }) {
  const unblock = useUnblock();
  const name = `${person.first_name} ${person.last_name}`.trim();
  return (
    <li className="flex items-center gap-3 py-3">
      <Avatar name={name} src={person.avatar_url} color={person.avatar_color} decorative />
      <div className="flex min-w-0 flex-1 flex-col">
        <bdi className="truncate font-semibold">{name}</bdi>
        <span className="text-sm text-text-secondary">Blocked on {day.format(new Date(person.blocked_at))}</span>
      </div>
      <Button
        variant="secondary"
        size="sm"
        loading={unblock.isSending}
        aria-label={`Unblock ${name}`}
        onClick={() => void unblock.send(person)}
      >
        Unblock
      </Button>
    </li>
  );
}
