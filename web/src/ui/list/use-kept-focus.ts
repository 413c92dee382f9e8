import { useEffect, useRef } from 'react';

/**
 * A row that goes takes the focus with it. Whenever `gone` changes and the focus was lost, it moves to the element with
 * this ref (give it `tabIndex={-1}`), so that the keyboard stays inside the window.
 */
export function useKeptFocus<T extends HTMLElement>(gone: number) {
  const element = useRef<T>(null);
  const last = useRef(gone);
  useEffect(() => {
    if (last.current === gone) return;
    last.current = gone;
    // A menu that closes with its row gives the focus back first, to a button that is no longer there.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) element.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [gone]);
  return element;
}
