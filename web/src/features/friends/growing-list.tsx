import type { InfiniteData } from '@tanstack/react-query';
import type { ComponentProps, Key, ReactNode } from 'react';
import { NextPage } from '#ui/list/next-page.tsx';
import { PersonRowSkeleton } from './person-row.tsx';

type Props<T> = {
  label: string;
  query: ComponentProps<typeof NextPage>['query'];
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
      <NextPage query={query}>
        <PersonRowSkeleton />
      </NextPage>
    </>
  );
}
