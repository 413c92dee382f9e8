import { type ReactNode, useEffect, useRef } from 'react';

/** Calls back once when it scrolls into view: loads the next page of a list. */
export function WhenSeen({ onSeen, children }: { onSeen: () => void; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  const latest = useRef(onSeen);
  latest.current = onSeen;
  useEffect(() => {
    const watched = element.current;
    if (!watched) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        latest.current();
      },
      { rootMargin: '200px' },
    );
    observer.observe(watched);
    return () => observer.disconnect();
  }, []);
  return <div ref={element}>{children}</div>;
}
