import { useInfiniteQuery } from '@tanstack/react-query';
import { UserRoundSearch } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { allFriendSuggestionsQuery, type Person } from './friends.queries.ts';
import { GrowingList, itemsOf } from './growing-list.tsx';
import { PeopleSkeleton } from './person-row.tsx';
import { SuggestionRow } from './suggestion-row.tsx';
import { useUndismissed } from './suggestions.ts';

type Props = { onProfile: () => void; onTrain: (person: Person) => void };

/** Everyone who fits the reader, best first, each with the reason. */
export function FriendSuggestions({ onProfile, onTrain }: Props) {
  const suggestions = useInfiniteQuery(allFriendSuggestionsQuery());
  const items = useUndismissed(suggestions.data ? itemsOf(suggestions.data) : []);
  if (suggestions.isPending) return <PeopleSkeleton />;
  if (!suggestions.data)
    return <ErrorState title="Couldn't load suggestions" onRetry={() => void suggestions.refetch()} className="py-8" />;
  if (items.length === 0)
    return (
      <EmptyState
        className="py-10"
        icon={<UserRoundSearch />}
        title="No suggestions yet"
        text="Say what you train and when, and people who match show up here."
        action={<Button onClick={onProfile}>Say how you train</Button>}
      />
    );
  return (
    <GrowingList label="Suggestions" query={suggestions} items={items} keyOf={({ person }) => person.id}>
      {(suggestion) => <SuggestionRow suggestion={suggestion} onTrain={onTrain} />}
    </GrowingList>
  );
}
