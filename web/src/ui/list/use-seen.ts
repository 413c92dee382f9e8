import { type RefObject, useEffect, useRef, useState } from 'react';

const callbacks = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;

/** One observer for the page, because a list may have hundreds of avatars. */
function watch(element: Element, onSeen: () => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) callbacks.get(target)?.();
    },
    { rootMargin: '100px' },
  );
  callbacks.set(element, onSeen);
  observer.observe(element);
  return () => observer?.unobserve(element);
}

/**
 * Whether the element is, was or is about to be visible. The browser's own `loading="lazy"` fetches pictures several
 * screens ahead, which delays the first one on a phone's network.
 */
export function useSeen<T extends Element>(): [ref: RefObject<T | null>, seen: boolean] {
  const ref = useRef<T>(null);
  const [seen, setSeen] = useState(() => !('IntersectionObserver' in window));
  useEffect(() => {
    if (seen || !ref.current) return;
    return watch(ref.current, () => setSeen(true));
  }, [seen]);
  return [ref, seen];
}
