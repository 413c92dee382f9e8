import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import clsx from 'clsx';
import { ArrowDown } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';

/** Messages beyond an edge. They load before the reader gets there, and after a failure when asked. */
type More = { load: () => void; hasFailed: boolean };

type Props<I extends { key: string }> = {
  /** Oldest first. */
  items: readonly I[];
  renderItem: (item: I) => ReactNode;
  newest: { key: string; isMine: boolean };
  /** Set while there are older messages. */
  older?: More | undefined;
  /** Set while newer messages are left out: they are loaded at the lower edge, or all left for the newest ones. */
  newer?: (More & { onNewest: () => void }) | undefined;
  /** The item to bring into view; each new object brings it again. */
  target?: { key: string } | null | undefined;
  /** Where it opens, instead of at the newest message. */
  startAt?: string | undefined;
  /** Hears of the lowest item on the screen while the page is visible. */
  onReach?: ((item: I) => void) | undefined;
  /** Takes the room it is given, with few messages at its lower edge. */
  fill?: boolean | undefined;
  className?: string | undefined;
};

/** More is loaded when fewer screens than this are left. */
const SCREENS_AHEAD = 2;
const NEAR_END = 80;
/** Rounded sizes leave the end this many pixels away. */
const AT_END = 2;

/**
 * The messages of a chat; only visible ones are rendered. It stays at the newest message unless the reader scrolls up,
 * where a button leads to new messages.
 */
export function ChatLog<I extends { key: string }>(props: Props<I>) {
  const { items, renderItem, newest, older, newer, target } = props;
  const { startAt, onReach, fill, className } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  /** What stays in view while rows are measured and cards grow, until the reader scrolls. */
  const held = useRef<'start' | 'end' | null>('end');
  const isMoved = useRef(false);
  const move = () => {
    isMoved.current = true;
  };
  const [edge] = useState(moreHeight);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 48,
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: 8,
    paddingStart: older ? edge : 0,
    paddingEnd: newer ? edge : 0,
    anchorTo: 'end',
    followOnAppend: newer === undefined,
    scrollEndThreshold: NEAR_END,
  });
  // Rows that come in from above push out the ones above them, never those that the reader already saw.
  virtual.shouldAdjustScrollPositionOnItemSizeChange = ({ key, start, end }, _, list) => {
    const top = list.scrollOffset ?? 0;
    if (list.itemSizeCache.has(key)) return end <= top;
    return start < (list.scrollDirection === 'backward' ? top + (list.scrollRect?.height ?? 0) : top);
  };
  const [isAway, setAway] = useState(false);
  const [seen, setSeen] = useState(newest.key);
  const hasNews = isAway && newest.key !== seen && !newest.isMine;

  const toEnd = () => virtual.scrollToIndex(items.length - 1, { align: 'end' });
  function holdEnd() {
    held.current = 'end';
    isMoved.current = false;
    toEnd();
  }
  function toStart() {
    const start = items.findIndex(({ key }) => key === startAt);
    if (start >= 0) virtual.scrollToIndex(start, { align: 'start' });
    return start >= 0;
  }
  const leave = useArrival(newer !== undefined, holdEnd);
  function toNewest() {
    if (!newer) return holdEnd();
    newer.onNewest();
    leave();
  }
  // The reader's own messages always scroll into view.
  const isOpened = useRef(false);
  const follow = useEffectEvent((_newest: string) => {
    if (newer) return;
    if (!isOpened.current && toStart()) held.current = 'start';
    else if (newest.isMine || !isAway) holdEnd();
    isOpened.current = true;
  });
  useEffect(() => follow(newest.key), [newest.key]);

  const goTo = useEffectEvent((key: string) => {
    const index = items.findIndex((item) => item.key === key);
    held.current = null;
    if (index >= 0) virtual.scrollToIndex(index, { align: 'center' });
  });
  useEffect(() => {
    if (target) goTo(target.key);
  }, [target]);

  const reach = () => {
    const element = scroller.current;
    if (!element || document.visibilityState === 'hidden') return;
    const end = element.scrollTop + element.clientHeight;
    const item = items[virtual.getVirtualItems().findLast(({ start }) => start < end)?.index ?? -1];
    if (item && !newer) onReach?.(item);
  };
  useLooking(reach);

  const loadAhead = useEffectEvent(() => {
    const element = scroller.current;
    if (!element) return;
    const { scrollTop, clientHeight } = element;
    const ahead = SCREENS_AHEAD * clientHeight;
    const below = virtual.getTotalSize() - scrollTop - clientHeight;
    // Many readers only want the newest messages: more are loaded once they scroll, or if a page leaves room.
    const wantsOlder = below > NEAR_END || scrollTop === 0;
    if (older && !older.hasFailed && wantsOlder && scrollTop < ahead) older.load();
    if (newer && !newer.hasFailed && below < ahead) newer.load();
  });
  // After every render, because a page that arrives at the edge is no scroll event.
  useEffect(() => loadAhead());

  // A composer that grows, a keyboard that rises, or a card that loads must not move what the reader looks at.
  const keep = (isFrame: boolean) => {
    if (newer || !isOpened.current) return;
    if (held.current === 'start') toStart();
    else if (held.current === 'end' || (isFrame && !isAway)) toEnd();
  };
  useResizes(scroller, content, keep);

  function onScroll() {
    const element = scroller.current;
    if (!element) return;
    const fromEnd = element.scrollHeight - element.scrollTop - element.clientHeight;
    setAway(fromEnd > NEAR_END);
    if (isMoved.current) held.current = fromEnd <= AT_END ? 'end' : null;
    if (fromEnd <= NEAR_END && !newer) setSeen(newest.key);
  }

  return (
    <div className={clsx('relative', fill && 'min-h-0 flex-1')}>
      <div
        ref={scroller}
        onScroll={onScroll}
        onWheel={move}
        onTouchMove={move}
        onKeyDown={move}
        // The scroll bar is part of this element and of no message.
        onPointerDown={({ target }) => target === scroller.current && move()}
        role="log"
        aria-label="Chat"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        // In a sheet, a finger that wants older messages must not close it.
        data-base-ui-swipe-ignore="y"
        className={clsx('overflow-y-auto overscroll-contain', fill && 'flex h-full flex-col', className)}
      >
        <div ref={content} className="relative mt-auto w-full shrink-0" style={{ height: virtual.getTotalSize() }}>
          {older ? <MoreMessages {...older} words="older messages" className="top-0" /> : null}
          <Rows {...{ virtual, items, renderItem }} found={target?.key} />
          {newer ? <MoreMessages {...newer} words="newer messages" className="bottom-0" /> : null}
        </div>
      </div>
      {hasNews && !newer ? (
        <NewsButton onPress={holdEnd} />
      ) : isAway || newer ? (
        <IconButton
          label="Jump to newest"
          icon={<ArrowDown />}
          round
          onClick={toNewest}
          className="absolute right-3 bottom-3 animate-enter bg-bg-raised shadow-float"
        />
      ) : null}
    </div>
  );
}

type RowsProps<I> = Pick<Props<I & { key: string }>, 'items' | 'renderItem'> & {
  virtual: Virtualizer<HTMLDivElement, Element>;
  /** The message that was looked for. */
  found: string | undefined;
};

function Rows<I extends { key: string }>({ virtual, items, renderItem, found }: RowsProps<I>) {
  return virtual.getVirtualItems().map((row) => {
    const item = items[row.index];
    return item ? (
      <div
        key={row.key}
        ref={virtual.measureElement}
        data-index={row.index}
        className={clsx('absolute inset-x-0 top-0 rounded-card', found === item.key && 'animate-found')}
        style={{ transform: `translateY(${row.start}px)` }}
      >
        {renderItem(item)}
      </div>
    ) : null;
  });
}

/** After the returned function is called, hears when the newest messages are there again. */
function useArrival(hasNewer: boolean, onArrive: () => void): () => void {
  const [isLeaving, setLeaving] = useState(false);
  const arrive = useEffectEvent(() => {
    setLeaving(false);
    onArrive();
  });
  useEffect(() => {
    if (isLeaving && !hasNewer) arrive();
  }, [isLeaving, hasNewer]);
  return () => setLeaving(true);
}

/** After every render, because each new message and each scrolled row is one, and when the reader comes back to the tab. */
function useLooking(look: () => void) {
  const latest = useEffectEvent(look);
  useEffect(() => latest());
  useEffect(() => {
    const onVisible = () => latest();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, []);
}

type Box = RefObject<HTMLElement | null>;

/** Hears when the frame or its content has another size. */
function useResizes(frame: Box, content: Box, onResize: (isFrame: boolean) => void) {
  const latest = useEffectEvent(onResize);
  useEffect(() => {
    if (!frame.current || !content.current || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver((changes) => latest(changes.some(({ target }) => target === frame.current)));
    observer.observe(frame.current);
    observer.observe(content.current);
    return () => observer.disconnect();
  }, [frame, content]);
}

const NewsButton = ({ onPress }: { onPress: () => void }) => (
  <button
    type="button"
    onClick={onPress}
    className="touch-target absolute inset-x-0 bottom-3 mx-auto flex h-9 w-fit animate-enter items-center gap-1.5 rounded-full bg-primary px-4 font-semibold text-on-primary text-sm shadow-float"
  >
    <ArrowDown aria-hidden="true" className="size-4" />
    New messages
  </button>
);

const MORE_REM = 5;
const moreHeight = () => MORE_REM * (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16);

/** Stands beyond the first or last message while there are more. */
function MoreMessages({ load, hasFailed, words, className }: More & { words: string; className: string }) {
  const box = clsx('absolute inset-x-0 flex', className);
  const style = { height: `${MORE_REM}rem` };
  if (hasFailed)
    return (
      <p
        role="alert"
        style={style}
        className={clsx(box, 'items-center justify-center gap-3 text-sm text-text-secondary')}
      >
        Couldn't load {words}.
        <Button variant="secondary" size="sm" onClick={load}>
          Try again
        </Button>
      </p>
    );
  return (
    <div
      role="status"
      aria-busy="true"
      aria-label={`Loading ${words}`}
      style={style}
      className={clsx(box, 'flex-col justify-center gap-2')}
    >
      <Skeleton className="ms-10 h-7 w-2/5 rounded-sheet" />
      <Skeleton className="ms-auto h-7 w-1/3 rounded-sheet" />
    </div>
  );
}
