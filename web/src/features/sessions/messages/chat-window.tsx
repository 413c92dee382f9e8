import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Skeleton } from '#ui/skeleton.tsx';
import { dayIn } from '../times/session-time.ts';
import { ChatRow, type LineActions } from './chat-bubbles.tsx';
import { type ChatItem, layOut } from './chat-messages.ts';
import type { ChatMessage } from './session-chat.queries.ts';

type Props = LineActions & {
  /** Oldest first. */
  lines: readonly ChatMessage[];
  readerId: string;
  hasOlder: boolean;
  isLoadingOlder: boolean;
  onOlder: () => void;
};

const NEAR_TOP = 200;
const NEAR_END = 80;
const keyAt = (items: readonly ChatItem[], index: number) => items[index]?.key ?? index;

/**
 * The talk about a session. Stays at the newest line while one is there; whoever reads further up stays where they are,
 * and a pill says that there is news. Only what is in sight is drawn.
 */
export function ChatWindow({ lines, readerId, hasOlder, isLoadingOlder, onOlder, ...actions }: Props) {
  const items = useMemo(() => layOut(lines, readerId), [lines, readerId]);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 48,
    getItemKey: (index) => keyAt(items, index),
    overscan: 8,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: NEAR_END,
  });
  const [isAway, setAway] = useState(false);
  const newest = lines.at(-1);
  const [seen, setSeen] = useState(newest?.id);
  const isMine = newest?.sender?.id === readerId;
  const hasNews = isAway && newest?.id !== seen && !isMine;

  // What one writes oneself is always in sight.
  const count = items.length;
  const toEnd = useRef(() => {});
  toEnd.current = () => virtual.scrollToIndex(count - 1, { align: 'end' });
  const newestKey = newest?.client_nonce ?? newest?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each new line, and at first
  useEffect(() => {
    if (isMine || !isAway) toEnd.current();
  }, [newestKey]);

  function onScroll() {
    const element = scroller.current;
    if (!element) return;
    const fromEnd = element.scrollHeight - element.scrollTop - element.clientHeight;
    setAway(fromEnd > NEAR_END);
    if (fromEnd <= NEAR_END) setSeen(newest?.id);
    if (element.scrollTop < NEAR_TOP && hasOlder && !isLoadingOlder) onOlder();
  }

  const today = dayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, new Date());
  return (
    <div className="relative">
      <div
        ref={scroller}
        onScroll={onScroll}
        role="log"
        aria-label="Chat"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-[min(60dvh,34rem)] overflow-y-auto overscroll-contain"
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
                <ChatRow item={item} readerId={readerId} today={today} {...actions} />
              </div>
            ) : null;
          })}
        </div>
      </div>
      {hasNews ? (
        <button
          type="button"
          onClick={() => toEnd.current()}
          className="touch-target absolute inset-x-0 bottom-3 mx-auto flex h-9 w-fit animate-enter items-center gap-1.5 rounded-full bg-primary px-4 font-semibold text-on-primary text-sm shadow-float"
        >
          <ArrowDown aria-hidden="true" className="size-4" />
          New messages
        </button>
      ) : null}
    </div>
  );
}
