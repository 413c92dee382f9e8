import { Button } from '#ui/button.tsx';

type List = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };

/** Loads the next people of a list that goes on; says so when that fails. */
export function MorePeople({ list, left }: { list: List & { isFetchNextPageError: boolean }; left: number }) {
  if (!list.hasNextPage) return null;
  return (
    <div className="flex flex-wrap items-center gap-3 pt-2">
      <Button variant="secondary" size="sm" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {list.isFetchNextPageError ? 'Try again' : `Show more (${left.toLocaleString()})`}
      </Button>
      {list.isFetchNextPageError ? (
        <p role="alert" className="text-sm text-text-secondary">
          Couldn't load more people.
        </p>
      ) : null}
    </div>
  );
}
