import { type ReactNode, useEffect, useRef } from 'react';

type Props = {
  onSeen: () => void;
  /** How far before it is in view. */
  ahead?: `${number}px`;
  children: ReactNode;
};

/** Calls back once when it scrolls into view: loads the next page of a list. */
export function WhenSeen({ onSeen, ahead = '200px', children }: Props) {
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
      { rootMargin: ahead },
    );
    observer.observe(watched);
    return () => observer.disconnect();
  }, [ahead]);
  return <div ref={element}>{children}</div>;
}
