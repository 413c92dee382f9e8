import { useEffect, useState } from 'react';

/** Seconds remaining, counted against the clock so that a sleeping tab doesn't fall behind. */
export function useCooldown(first: () => number): [left: number, start: (seconds: number) => void] {
  const [until, setUntil] = useState(() => Date.now() + first() * 1000);
  const [left, setLeft] = useState(() => Math.max(0, first()));
  useEffect(() => {
    const tick = () => {
      const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1000));
      setLeft(seconds);
      if (seconds === 0) clearInterval(timer);
    };
    const timer = setInterval(tick, 250);
    tick();
    return () => clearInterval(timer);
  }, [until]);
  return [left, (seconds) => setUntil(Date.now() + seconds * 1000)];
}
