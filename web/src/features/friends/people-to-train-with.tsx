import { useQuery } from '@tanstack/react-query';
import { Check, UserPlus, UserRoundSearch } from 'lucide-react';
import { useState } from 'react';
import { ProfileLink } from '#platform/people/profile-link.tsx';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/status/empty-state.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import { SlimError } from '#ui/status/slim-error.tsx';
import { friendSuggestionsQuery, type Suggestion, useRemoveFriend, useSendFriendRequest } from './friends.queries.ts';

const nameOf = ({ first_name, last_name }: Suggestion['person']) => `${first_name} ${last_name}`.trim();

/** Suggested training partners, with reasons. */
export function PeopleToTrainWith({ max = 5 }: { max?: number }) {
  const suggestions = useQuery(friendSuggestionsQuery());
  if (suggestions.isPending) return <PeopleSkeleton rows={Math.min(max, 4)} />;
  if (suggestions.isError)
    return <SlimError text="Couldn't load suggestions." onRetry={() => void suggestions.refetch()} />;
  const shown = suggestions.data.results.slice(0, max);
  if (shown.length === 0)
    return (
      <EmptyState
        className="rounded-card bg-bg-secondary py-8"
        icon={<UserRoundSearch />}
        title="No suggestions yet"
        text="Add what you train and when to your profile, and people who match show up here."
      />
    );
  return (
    <ul className="-mx-3 flex flex-col">
      {shown.map((suggestion) => (
        <Row key={suggestion.person.id} suggestion={suggestion} />
      ))}
    </ul>
  );
}

function Row({ suggestion: { person, reason } }: { suggestion: Suggestion }) {
  const sendRequest = useSendFriendRequest();
  const removeRequest = useRemoveFriend();
  const [sent, setSent] = useState(false);
  const name = nameOf(person);

  const withdraw = (requestId: string) => {
    setSent(false);
    removeRequest.mutate(requestId, { onError: () => setSent(true) });
  };
  const press = () => {
    if (sent) return;
    setSent(true);
    sendRequest.mutate(person, {
      onSuccess: (request) =>
        request.status === 'accepted'
          ? toasts.longSuccess(`You and ${person.first_name} are now friends`)
          : toasts.longSuccess(`Friend request sent to ${person.first_name}`, {
              action: { label: 'Undo', onSelect: () => withdraw(request.id) },
            }),
      onError: (error) => setSent('code' in error && error.code === 'friend_request_exists'),
    });
  };

  return (
    <li className="flex items-center gap-3 rounded-card px-3 py-2.5">
      <ProfileLink userId={person.id} name={name} className="rounded-full">
        <Avatar name={name} src={person.avatar_url} color={person.avatar_color} decorative />
      </ProfileLink>
      <div className="flex min-w-0 flex-1 flex-col">
        <span className="truncate font-semibold">{name}</span>
        <span className="line-clamp-3 text-sm text-text-secondary leading-snug">{reason}</span>
      </div>
      <Button
        variant={sent ? 'ghost' : 'secondary'}
        size="sm"
        icon={sent ? <Check /> : <UserPlus />}
        disabled={sent}
        aria-label={sent ? `Request sent to ${name}` : `Add friend: ${name}`}
        onClick={press}
      >
        {sent ? 'Request sent' : 'Add friend'}
      </Button>
    </li>
  );
}

const PeopleSkeleton = ({ rows }: { rows: number }) => (
  <div role="status" aria-busy="true" aria-label="Loading people" className="flex flex-col gap-4 py-2">
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other name
      <div key={row} className="flex items-center gap-3">
        <Skeleton className="size-11 rounded-full" />
        <span className="flex flex-1 flex-col gap-2">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-3.5 w-4/5" />
        </span>
        <Skeleton className="h-9 w-28" />
      </div>
    ))}
  </div>
);
