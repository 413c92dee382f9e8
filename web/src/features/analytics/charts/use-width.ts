import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTextScale } from '#platform/text-size.ts';

/**
 * The width to draw a chart in: that of its element, so that letters keep their size, in larger units where the reader's
 * text is larger, so that letters and rows grow with it. Paper is not measured before it is printed, so there a chart
 * gets the width it is given.
 */
export function useWidth<E extends HTMLElement>(first: number, onPaper: number): [RefObject<E | null>, number] {
  const element = useRef<E>(null);
  const [width, setWidth] = useState(first);
  const isOnPaper = useIsOnPaper();
  const scale = useTextScale();
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return;
    const measure = () => setWidth((current) => Math.round(box.clientWidth) || current);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return [element, isOnPaper ? onPaper : Math.round(width / scale)];
}

/** Whether the page is being printed. */
export function useIsOnPaper(): boolean {
  const [isOnPaper, setOnPaper] = useState(false);
  useEffect(() => {
    // The browser prints what is drawn when the event's listeners are done.
    const before = () => flushSync(() => setOnPaper(true));
    const after = () => setOnPaper(false);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
  return isOnPaper;
}

/** In pixels: a chart across the page, and one of two beside each other. */
export const paperWidths = { whole: 690, half: 330 } as const;
export type PaperWidth = keyof typeof paperWidths;
