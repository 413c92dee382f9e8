import { useInfiniteQuery } from '@tanstack/react-query';
import { UserRoundSearch } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { allFriendSuggestionsQuery } from './friends.queries.ts';
import { GrowingList, itemsOf } from './growing-list.tsx';
import { PeopleSkeleton } from './person-row.tsx';
import { SuggestionRow } from './suggestion-row.tsx';

/** Everyone who fits the reader, best first, each with the reason. */
export function FriendSuggestions({ onProfile }: { onProfile: () => void }) {
  const suggestions = useInfiniteQuery(allFriendSuggestionsQuery());
  if (suggestions.isPending) return <PeopleSkeleton />;
  if (!suggestions.data)
    return <ErrorState title="Couldn't load suggestions" onRetry={() => void suggestions.refetch()} className="py-8" />;
  const items = itemsOf(suggestions.data);
  if (items.length === 0)
    return (
      <EmptyState
        className="py-10"
        icon={<UserRoundSearch />}
        title="No suggestions yet"
        text="Say what you train and when, and people who match show up here."
        action={<Button onClick={onProfile}>Complete your profile</Button>}
      />
    );
  return (
    <GrowingList label="Suggestions" query={suggestions} items={items} keyOf={({ person }) => person.id}>
      {(suggestion) => <SuggestionRow suggestion={suggestion} />}
    </GrowingList>
  );
}
