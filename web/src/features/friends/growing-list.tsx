import type { InfiniteData } from '@tanstack/react-query';
import type { Key, ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { WhenSeen } from '#ui/when-seen.tsx';
import { PersonRowSkeleton } from './person-row.tsx';

type Growing = {
  hasNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
};
type Props<T> = {
  label: string;
  query: Growing;
  items: readonly T[];
  keyOf: (item: T) => Key;
  children: (item: T) => ReactNode;
};

export const itemsOf = <T,>(data: InfiniteData<{ results: T[] }>): T[] => data.pages.flatMap(({ results }) => results);

/** People in a list that loads its next page when its end is seen. */
export function GrowingList<T>({ label, query, items, keyOf, children }: Props<T>) {
  return (
    <>
      <ul aria-label={label} className="-mx-3 flex flex-col">
        {items.map((item) => (
          <li key={keyOf(item)}>{children(item)}</li>
        ))}
      </ul>
      {query.isFetchNextPageError ? (
        <Button variant="secondary" full onClick={() => void query.fetchNextPage()}>
          Try again
        </Button>
      ) : query.hasNextPage ? (
        <WhenSeen key={items.length} onSeen={() => void query.fetchNextPage()}>
          <PersonRowSkeleton />
        </WhenSeen>
      ) : null}
    </>
  );
}
