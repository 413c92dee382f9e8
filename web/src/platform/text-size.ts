import { useSyncExternalStore } from 'react';

/** From this many times the usual size on. */
const LARGE = 1.2;
const USUAL_PX = 16;

let scale = 1;
const readers = new Set<() => void>();

/** How many times larger than usual the reader's text is, for drawings, whose letters don't grow by themselves. */
export const useTextScale = (): number =>
  useSyncExternalStore(
    (tell) => {
      readers.add(tell);
      return () => readers.delete(tell);
    },
    () => scale,
  );

/**
 * Marks the page while the reader's text is large, so that rows wrap (styles.css). Media queries know the browser's
 * setting, but not a page's own size.
 */
export function watchTextSize(): void {
  const ruler = document.createElement('div');
  ruler.style.cssText = 'position:fixed;visibility:hidden;width:1rem;height:0';
  ruler.ariaHidden = 'true';
  document.body.append(ruler);
  const mark = () => {
    scale = ruler.getBoundingClientRect().width / USUAL_PX || 1;
    document.documentElement.toggleAttribute('data-large-text', scale >= LARGE);
    for (const tell of readers) tell();
  };
  mark();
  new ResizeObserver(mark).observe(ruler);
}
