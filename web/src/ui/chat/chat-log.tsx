import { useVirtualizer } from '@tanstack/react-virtual';
import clsx from 'clsx';
import { ArrowDown } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Skeleton } from '#ui/status/skeleton.tsx';

type Props<I extends { key: string }> = {
  /** Oldest first. */
  items: readonly I[];
  renderItem: (item: I) => ReactNode;
  newest: { key: string; isMine: boolean };
  hasOlder: boolean;
  isLoadingOlder: boolean;
  onOlder: () => void;
  className?: string | undefined;
};

const NEAR_TOP = 200;
const NEAR_END = 80;

/**
 * The messages of a chat; only visible ones are rendered. It stays at the newest message unless the reader scrolls up,
 * where a button leads to new messages.
 */
export function ChatLog<I extends { key: string }>(props: Props<I>) {
  const { items, renderItem, newest, hasOlder, isLoadingOlder, onOlder, className } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 48,
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: 8,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: NEAR_END,
  });
  const [isAway, setAway] = useState(false);
  const [seen, setSeen] = useState(newest.key);
  const hasNews = isAway && newest.key !== seen && !newest.isMine;

  const toEnd = () => virtual.scrollToIndex(items.length - 1, { align: 'end' });
  // The reader's own messages always scroll into view.
  const follow = useEffectEvent((_newest: string) => {
    if (newest.isMine || !isAway) toEnd();
  });
  useEffect(() => follow(newest.key), [newest.key]);

  function onScroll() {
    const element = scroller.current;
    if (!element) return;
    const fromEnd = element.scrollHeight - element.scrollTop - element.clientHeight;
    setAway(fromEnd > NEAR_END);
    if (fromEnd <= NEAR_END) setSeen(newest.key);
    if (element.scrollTop < NEAR_TOP && hasOlder && !isLoadingOlder) onOlder();
  }

  return (
    <div className="relative">
      <div
        ref={scroller}
        onScroll={onScroll}
        role="log"
        aria-label="Chat"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className={clsx('overflow-y-auto overscroll-contain', className)}
      >
        {isLoadingOlder ? <Skeleton className="mx-auto my-2 h-4 w-32" /> : null}
        <div className="relative w-full" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((row) => {
            const item = items[row.index];
            return item ? (
              <div
                key={row.key}
                ref={virtual.measureElement}
                data-index={row.index}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${row.start}px)` }}
              >
                {renderItem(item)}
              </div>
            ) : null;
          })}
        </div>
      </div>
      {hasNews ? (
        <button
          type="button"
          onClick={toEnd}
          className="touch-target absolute inset-x-0 bottom-3 mx-auto flex h-9 w-fit animate-enter items-center gap-1.5 rounded-full bg-primary px-4 font-semibold text-on-primary text-sm shadow-float"
        >
          <ArrowDown aria-hidden="true" className="size-4" />
          New messages
        </button>
      ) : null}
    </div>
  );
}
