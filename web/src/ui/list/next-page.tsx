import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '../button.tsx';
import { scrollerOf } from './use-virtual-rows.ts';

type Growing = {
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
};
type Props = {
  query: Growing;
  /** The shape of what comes. */
  children: ReactNode;
};

/** At the end of a list: loads the next page two screens ahead and shows that it is coming. A failed one waits for a tap. */
export function NextPage({ query, children }: Props) {
  const { hasNextPage, isFetching, isFetchNextPageError: hasFailed } = query;
  const element = useRef<HTMLDivElement>(null);
  const load = useEffectEvent(() => void query.fetchNextPage());
  // Looks again after every read: the next page may be due at once, and a read of the whole list drops one on its way.
  useEffect(() => {
    if (!element.current || !hasNextPage || hasFailed || isFetching) return;
    const observer = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && load(), {
      root: scrollerOf(element.current),
      rootMargin: '200% 0px',
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [hasNextPage, hasFailed, isFetching]);
  if (hasFailed)
    return (
      <Button variant="secondary" full loading={isFetching} onClick={() => void query.fetchNextPage()}>
        Try again
      </Button>
    );
  return hasNextPage ? (
    <div ref={element} role="status" aria-label={isFetching ? 'Loading more' : undefined} className="min-h-px">
      {isFetching ? children : null}
    </div>
  ) : null;
}
