import { type ReactNode, useEffect, useRef } from 'react';

type Props = { onSeen: () => void; children: ReactNode };

/** Calls back once when it scrolls into view. */
export function WhenSeen({ onSeen, children }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const latest = useRef(onSeen);
  latest.current = onSeen;
  useEffect(() => {
    const watched = element.current;
    if (!watched) return;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      latest.current();
    });
    observer.observe(watched);
    return () => observer.disconnect();
  }, []);
  return <div ref={element}>{children}</div>;
}
