import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight, SearchX } from 'lucide-react';
import { useState } from 'react';
import { nameOf } from '#platform/people/face.ts';
import { Avatar } from '#ui/avatar.tsx';
import { SearchField } from '#ui/form/search-field.tsx';
import { NextPage } from '#ui/list/next-page.tsx';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import { useDebounced } from '#ui/use-debounced.ts';
import { metPeopleQuery } from './met-people.queries.ts';

/** Everybody the reader has met, to report or block them, whether or not the two still see each other. */
export function MetPeople({ onChoose }: { onChoose: (id: string) => void }) {
  const [text, setText] = useState('');
  const q = useDebounced(text.trim());
  return (
    <div className="flex flex-col gap-4">
      <p className="text-text-secondary">
        Everyone you've met, including people you can't find anymore. They won't know that you reported or blocked them.
      </p>
      <SearchField label="Name" placeholder="Search by name" value={text} onChange={setText} />
      <Found q={q} onChoose={onChoose} />
    </div>
  );
}

function Found({ q, onChoose }: { q: string; onChoose: (id: string) => void }) {
  const found = useInfiniteQuery({ ...metPeopleQuery(q), placeholderData: keepPreviousData });
  if (found.isPending)
    return (
      <div role="status" aria-busy="true" aria-label="Loading people" className="flex flex-col gap-5 py-2">
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
      </div>
    );
  if (!found.data) return <ErrorState title="Couldn't load the list" onRetry={() => void found.refetch()} />;
  const people = found.data.pages.flatMap(({ results }) => results);
  if (people.length === 0)
    return (
      <EmptyState
        className="py-8"
        icon={<SearchX />}
        title={q ? 'No one by that name' : 'No one yet'}
        text={
          q ? 'Check the spelling, or try their first name.' : "People you've trained or chatted with show up here."
        }
      />
    );
  return (
    <>
      <ul aria-label="People you've met" className="-mx-3 flex flex-col">
        {people.map((person) => (
          <li key={person.id}>
            <button
              type="button"
              onClick={() => onChoose(person.id)}
              className="flex min-h-11 w-full items-center gap-3 rounded-control px-3 py-2.5 text-left hover:bg-bg-secondary-hover"
            >
              <Avatar name={nameOf(person)} color={person.avatar_color} decorative />
              <bdi className="min-w-0 flex-1 truncate font-semibold">{nameOf(person)}</bdi>
              <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-text-secondary" />
            </button>
          </li>
        ))}
      </ul>
      <NextPage query={found}>
        <Skeleton className="h-16 rounded-card" />
      </NextPage>
    </>
  );
}
