import { useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { RefreshCw } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';

const BEGINS_AFTER = 12;
/** Past this, letting go refreshes. */
const FAR = 80;
const FARTHEST = 120;

/** Where the pulled area begins on the screen, and how far it was pulled. */
type Pull = { top: number; by: number };

/** The area around a touch that can be refreshed, if it and all in it stands at its beginning. */
function areaAt(target: EventTarget | null): Element | null {
  const area = target instanceof Element ? target.closest('[data-refreshes]') : null;
  for (let part = area && (target as Element | null); part; part = part.parentElement)
    if (part.scrollTop > 0) return null;
  return area;
}

/** Pulling down a list that is marked with `data-refreshes` reads again what is on the screen. */
export function PullToRefresh() {
  const queryClient = useQueryClient();
  const [pull, setPull] = useState<Pull | null>(null);
  const [refreshing, setRefreshing] = useState<Pull | null>(null);
  const release = useEffectEvent(async ({ top, by }: Pull) => {
    setPull(null);
    if (by < FAR || refreshing) return;
    // It turns where the finger left it.
    setRefreshing({ top, by: FAR });
    await queryClient.refetchQueries({ type: 'active' }).catch(() => {});
    setRefreshing(null);
  });

  useEffect(() => {
    let ended: AbortController | null = null;
    function begin(event: TouchEvent) {
      ended?.abort();
      const touch = event.touches[0];
      const area = areaAt(event.target);
      if (!touch || !area || event.touches.length > 1) return;
      const [x, y] = [touch.clientX, touch.clientY];
      const top = Math.max(0, area.getBoundingClientRect().top);
      let by = 0;
      ended = new AbortController();
      const { signal } = ended;
      const stop = () => ended?.abort();
      const move = (moved: TouchEvent) => {
        const now = moved.touches[0];
        const down = (now?.clientY ?? y) - y;
        if (by === 0 && (down < 0 || Math.abs((now?.clientX ?? x) - x) > Math.max(down, BEGINS_AFTER))) return stop();
        if (by === 0 && down < BEGINS_AFTER) return;
        // Otherwise the page would scroll with it, or the browser would reload it.
        if (moved.cancelable) moved.preventDefault();
        by = Math.max(1, Math.min(FARTHEST, down * 0.6));
        setPull({ top, by });
      };
      const end = () => {
        stop();
        void release({ top, by });
      };
      const cancel = () => {
        stop();
        void release({ top, by: 0 });
      };
      document.addEventListener('touchmove', move, { passive: false, signal });
      document.addEventListener('touchend', end, { signal });
      document.addEventListener('touchcancel', cancel, { signal });
    }
    document.addEventListener('touchstart', begin, { passive: true });
    return () => {
      ended?.abort();
      document.removeEventListener('touchstart', begin);
    };
  }, []);

  const shown = pull ?? refreshing;
  if (!shown) return null;
  const isRefreshing = refreshing !== null;
  // Beside the sheets, which would cover what belongs to the page behind them.
  return createPortal(
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 z-50 grid place-items-center"
      style={{ top: shown.top + Math.max(8, shown.by - 40) }}
    >
      <span
        className={clsx(
          'grid size-10 place-items-center rounded-full border border-border bg-bg-raised shadow-float',
          isRefreshing || shown.by >= FAR ? 'text-primary-text' : 'text-text-tertiary',
        )}
      >
        <RefreshCw
          aria-hidden="true"
          className={clsx('size-5', isRefreshing && 'animate-spin')}
          style={isRefreshing ? undefined : { transform: `rotate(${shown.by * 2}deg)` }}
        />
        <span className="sr-only">{isRefreshing ? 'Refreshing' : null}</span>
      </span>
    </div>,
    document.body,
  );
}
