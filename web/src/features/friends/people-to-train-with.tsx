import { useQuery } from '@tanstack/react-query';
import { UserRoundSearch } from 'lucide-react';
import { useParts } from '#ui/list/use-parts.ts';
import { EmptyState } from '#ui/status/empty-state.tsx';
import { SlimError } from '#ui/status/slim-error.tsx';
import { friendSuggestionsQuery, type Person } from './friends.queries.ts';
import { PeopleSkeleton } from './person-row.tsx';
import { SuggestionRow } from './suggestion-row.tsx';
import { useUndismissed } from './suggestions.ts';

type Props = { max?: number; onTrain: (person: Person) => void };

/** The best suggested training partners, with reasons. */
export function PeopleToTrainWith({ max = 5, onTrain }: Props) {
  const suggestions = useQuery(friendSuggestionsQuery());
  // A row is fifty elements.
  const due = useParts(1, max);
  const undismissed = useUndismissed(suggestions.data?.results ?? []);
  if (suggestions.isPending) return <PeopleSkeleton rows={Math.min(max, 4)} />;
  if (!suggestions.data)
    return <SlimError text="Couldn't load suggestions." onRetry={() => void suggestions.refetch()} />;
  const shown = undismissed.slice(0, max);
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
      {shown.slice(0, due).map((suggestion) => (
        <li key={suggestion.person.id}>
          <SuggestionRow suggestion={suggestion} onTrain={onTrain} />
        </li>
      ))}
    </ul>
  );
}
