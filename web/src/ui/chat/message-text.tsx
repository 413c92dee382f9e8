import clsx from 'clsx';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { LinkedText } from './linked-text.tsx';

/** Texts with fewer characters and lines are shown whole on every screen. */
const isLong = (text: string) => text.length > 280 || text.split('\n').length > 12;

type Props = { text: string; className: string };

/** A message's words. A long text shows twelve lines until the reader wants the rest. */
export function MessageText({ text, className }: Props) {
  const words = useRef<HTMLSpanElement>(null);
  const [isCut, setCut] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const isShortened = isLong(text) && !isOpen;
  const look = useEffectEvent(() =>
    setCut(words.current !== null && words.current.scrollHeight > words.current.clientHeight + 1),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another height
  useLayoutEffect(() => look(), [text, isShortened]);
  useEffect(() => {
    if (!isShortened || !words.current || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => look());
    observer.observe(words.current);
    return () => observer.disconnect();
  }, [isShortened]);
  return (
    <div dir="auto" className={clsx('whitespace-pre-wrap break-words', className)}>
      <span ref={words} className={clsx(isShortened && 'line-clamp-12')}>
        <LinkedText text={text} />
      </span>
      {isShortened && isCut ? (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="touch-target relative mt-1 block font-semibold underline underline-offset-2"
        >
          Read more
        </button>
      ) : null}
    </div>
  );
}
