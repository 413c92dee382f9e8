import { useInfiniteQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useUser } from '#platform/login/use-login.ts';
import { nameOf } from '#platform/people/face.ts';
import { RemovableChip } from '#ui/chip.tsx';
import { SearchField } from '#ui/form/search-field.tsx';
import { NextPage } from '#ui/list/next-page.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import { ErrorLine } from '#ui/status/slim-error.tsx';
import { PersonFace } from '../conversation-face.tsx';
import { type Person, peopleQuery } from '../conversations.queries.ts';

type Props = {
  chosen: readonly Person[];
  onChange: (people: Person[]) => void;
  /** Already in the group. */
  exceptIds?: readonly string[];
};

/** Friends first; everybody in the gym by name. */
export function PeoplePicker({ chosen, onChange, exceptIds = [] }: Props) {
  const reader = useUser();
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim());
  const people = useInfiniteQuery(peopleQuery(wanted));
  const shown = (people.data ?? []).filter(({ id }) => id !== reader.id && !exceptIds.includes(id));
  const isChosen = (person: Person) => chosen.some(({ id }) => id === person.id);
  const without = (person: Person) => chosen.filter(({ id }) => id !== person.id);
  return (
    <div className="flex flex-col gap-3">
      {chosen.length > 0 ? (
        <ul aria-label="Chosen" className="flex max-h-28 flex-wrap gap-2 overflow-y-auto">
          {chosen.map((person) => (
            <li key={person.id}>
              <RemovableChip label={nameOf(person)} onRemove={() => onChange(without(person))} />
            </li>
          ))}
        </ul>
      ) : null}
      <SearchField label="Find people" placeholder="Find people by name" value={text} onChange={setText} />
      {people.isPending ? <PeopleSkeleton /> : null}
      {people.isError ? (
        <ErrorLine retrying={people.isFetching} onRetry={() => void people.refetch()}>
          Couldn't load people.
        </ErrorLine>
      ) : null}
      {people.data && shown.length === 0 && !people.hasNextPage ? (
        <p role="status" className="text-text-secondary">
          {wanted === '' ? 'Type a name to find people at your gym.' : 'No one by that name.'}
        </p>
      ) : null}
      <ul aria-label="People" className="-mx-2 flex flex-col">
        {shown.map((person) => (
          <li key={person.id}>
            <button
              type="button"
              aria-pressed={isChosen(person)}
              onClick={() => onChange(isChosen(person) ? without(person) : [...chosen, person])}
              className="flex min-h-14 w-full items-center gap-3 rounded-card px-2 py-1.5 text-left transition hover:bg-bg-secondary"
            >
              <PersonFace person={person} />
              <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
                {nameOf(person)}
              </span>
              {isChosen(person) ? <Check aria-hidden="true" className="size-5 shrink-0 text-primary-text" /> : null}
            </button>
          </li>
        ))}
      </ul>
      <NextPage query={people}>
        <PeopleSkeleton />
      </NextPage>
    </div>
  );
}

const PeopleSkeleton = () => (
  <div role="status" aria-busy="true" aria-label="Loading people" className="flex flex-col gap-3">
    {[1, 2, 3].map((key) => (
      <Skeleton key={key} className="h-12" />
    ))}
  </div>
);
