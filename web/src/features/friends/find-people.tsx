import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Search, SearchX, UserCheck } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { SearchField } from '#ui/form/search-field.tsx';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { useDebounced } from '#ui/use-debounced.ts';
import { AddFriendButton } from './add-friend-button.tsx';
import { type FoundPerson, peopleSearchQuery } from './friends.queries.ts';
import { GrowingList, itemsOf } from './growing-list.tsx';
import { PeopleSkeleton, PersonRow, secondLineClass } from './person-row.tsx';

/** Members of the organization by name, as it is typed. */
export function FindPeople({ onInvite }: { onInvite: () => void }) {
  const [text, setText] = useState('');
  const q = useDebounced(text.trim());
  return (
    <div className="flex flex-col gap-4">
      <SearchField label="Name" placeholder="Search by name" value={text} onChange={setText} />
      {q === '' ? (
        <EmptyState
          className="py-8"
          icon={<Search />}
          title="Who do you know here?"
          text="Type part of a name to find people at your gym. A small typo is fine."
        />
      ) : (
        <Found q={q} onInvite={onInvite} />
      )}
    </div>
  );
}

function Found({ q, onInvite }: { q: string; onInvite: () => void }) {
  const found = useInfiniteQuery({ ...peopleSearchQuery(q), placeholderData: keepPreviousData });
  if (found.isPending) return <PeopleSkeleton />;
  if (!found.data) return <ErrorState title="Couldn't search" onRetry={() => void found.refetch()} className="py-8" />;
  const people = itemsOf(found.data);
  const count = found.data.pages[0]?.count ?? 0;
  return (
    <>
      <p role="status" className="sr-only">
        {count === 1 ? '1 person found' : `${count} people found`}
      </p>
      {people.length > 0 ? (
        <GrowingList label="People" query={found} items={people} keyOf={({ id }) => id}>
          {(person) => <FoundRow person={person} />}
        </GrowingList>
      ) : (
        <EmptyState
          className="py-8"
          icon={<SearchX />}
          title="No one by that name"
          text="Check the spelling, or invite them to join you."
          action={<Button onClick={onInvite}>Invite a friend</Button>}
        />
      )}
    </>
  );
}

const FoundRow = ({ person }: { person: FoundPerson }) => (
  <PersonRow
    person={person}
    actions={
      person.friendship === 'friends' ? (
        <Badge tone="success" icon={<UserCheck aria-hidden="true" />}>
          Friends
        </Badge>
      ) : (
        <AddFriendButton person={person} friendship={person.friendship} />
      )
    }
  >
    {person.gym_name ? <span className={`truncate ${secondLineClass}`}>{person.gym_name}</span> : null}
  </PersonRow>
);
