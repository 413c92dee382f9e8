import { type RefObject, useEffect } from 'react';

/** Whatever gets the keyboard's focus is scrolled clear of a bar that stays at the top of the page. */
export function useStickyTop(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = bar.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      const isSticky = getComputedStyle(element).position === 'sticky';
      style.scrollPaddingTop = isSticky ? `${element.offsetHeight}px` : '';
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.scrollPaddingTop = '';
    };
  }, [bar]);
}
