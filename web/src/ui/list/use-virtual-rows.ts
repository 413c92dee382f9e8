import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';

/** The scroll container: the window or sheet around the list. */
export function scrollerOf(element: HTMLElement | null): HTMLElement | null {
  for (let parent = element?.parentElement; parent; parent = parent.parentElement)
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent;
  return null;
}

type Options = {
  count: number;
  estimateSize: (index: number) => number;
  getItemKey?: (index: number) => string | number;
};

/** A long list of which only the visible rows are rendered. Spread the props on the `ul` and its `li`s. */
export function useVirtualRows(options: Options) {
  const list = useRef<HTMLUListElement>(null);
  const [margin, setMargin] = useState(0);
  const virtual = useVirtualizer({
    ...options,
    getScrollElement: () => scrollerOf(list.current),
    overscan: 8,
    scrollMargin: margin,
  });
  const { count } = options;
  // What stands above the list may come and go with its length.
  useLayoutEffect(() => {
    const scroller = count > 0 ? scrollerOf(list.current) : null;
    if (!list.current || !scroller) return;
    setMargin(list.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop);
  }, [count]);
  return {
    rows: virtual.getVirtualItems(),
    listProps: { ref: list, style: { height: virtual.getTotalSize() } },
    rowProps: ({ index, start }: VirtualItem) => ({
      ref: virtual.measureElement,
      'data-index': index,
      'aria-posinset': index + 1,
      className: 'absolute inset-x-0 top-0',
      style: { transform: `translateY(${start - margin}px)` },
    }),
  };
}
