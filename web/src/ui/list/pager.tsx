import { useEffect, useEffectEvent } from 'react';
import { Button } from '../button.tsx';

type Props = { page: number; pageSize: number; count: number; onPage: (page: number) => void };

/** The way to the other pages of a list; nothing if there is one. Goes to the last page from one that is gone. */
export function Pager({ page, pageSize, count, onPage }: Props) {
  const pages = Math.ceil(count / pageSize);
  const isGone = pages > 0 && page > pages;
  const goToLast = useEffectEvent(() => onPage(pages));
  useEffect(() => {
    if (isGone) goToLast();
  }, [isGone]);
  if (pages <= 1) return null;
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-4">
      <Button variant="secondary" disabled={page === 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <span className="text-sm text-text-secondary">
        Page {page} of {pages}
      </span>
      <Button variant="secondary" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
