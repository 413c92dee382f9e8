import clsx from 'clsx';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { resolveValue, type ToastPosition, useToaster } from 'react-hot-toast/headless';
import { nextFrame } from '#ui/next-frame.ts';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { onceGone } from './toasts.tsx';
import { usePause } from './use-pause.ts';

const places: Record<ToastPosition, string> = {
  'top-left': 'top-0 left-0 items-start',
  'top-center': 'top-0 inset-x-0 items-center',
  'top-right': 'top-0 right-0 items-end',
  'bottom-left': 'bottom-0 left-0 flex-col-reverse items-start [--enter-from:8px]',
  'bottom-center': 'bottom-0 inset-x-0 flex-col-reverse items-center [--enter-from:8px]',
  'bottom-right': 'right-0 bottom-0 flex-col-reverse items-end [--enter-from:8px]',
};

/** Toasts appear within thumb reach on a phone and at the top right on a larger screen. */
const useDefaultPosition = (): ToastPosition => (useMediaQuery('(min-width: 48rem)') ? 'top-right' : 'bottom-center');

/**
 * Rendered once, next to everything else in the document: above modals, and outside of what a modal hides from screen
 * readers.
 */
export function Toaster() {
  const { toasts, handlers } = useToaster();
  const defaultPosition = useDefaultPosition();
  const region = useRef<HTMLElement>(null);
  useSettling(toasts);
  const clearance = useClearance(toasts.length);
  const remember = useReturningFocus(region, toasts.length);
  const pause = usePause(region, toasts.length, handlers);
  return createPortal(
    <section
      ref={region}
      data-toasts=""
      aria-label="Notifications"
      // Rendered before any toast, because screen readers only announce additions to a region they know.
      aria-live="polite"
      {...pause}
      onFocus={(event) => {
        pause.onFocus();
        remember(event.relatedTarget);
      }}
    >
      {(Object.keys(places) as ToastPosition[]).map((place) => (
        <div
          key={place}
          data-position={place}
          style={place.startsWith('bottom') ? { bottom: clearance } : undefined}
          className={clsx(
            'pointer-events-none fixed z-60 flex flex-col gap-2 p-4 pt-[max(1rem,env(safe-area-inset-top))] empty:hidden',
            clearance === 0 ? 'pb-[max(1rem,env(safe-area-inset-bottom))]' : 'pb-2',
            places[place],
          )}
        >
          {toasts
            .filter((toast) => (toast.position ?? defaultPosition) === place)
            .map((toast) => (
              <div key={toast.id} {...toast.ariaProps}>
                {resolveValue(toast.message, toast)}
              </div>
            ))}
        </div>
      ))}
    </section>,
    document.body,
  );
}

/** Tells of the toasts that have gone. */
function useSettling(toasts: { id: string }[]) {
  const before = useRef<string[]>([]);
  useEffect(() => {
    const shown = toasts.map(({ id }) => id);
    const gone = before.current.filter((id) => !shown.includes(id));
    before.current = shown;
    for (const id of gone) {
      onceGone.get(id)?.();
      onceGone.delete(id);
    }
  }, [toasts]);
}

/** What a toast of two lines takes, with its margins. */
const ROOM = 104;

/** Above the buttons of a question a toast would hide its text, so it goes below the question. */
function hasRoomBelowWindow(edge: number): boolean {
  const window = [...document.querySelectorAll('[data-window]')].at(-1);
  return window !== undefined && edge - window.getBoundingClientRect().bottom >= ROOM;
}

function topOf(docked: Element): number {
  const { top, height } = docked.getBoundingClientRect();
  return height > 0 ? top : Number.POSITIVE_INFINITY;
}

/** Height of docked bars and buttons, or of a phone's keyboard, at the bottom edge. */
function useClearance(count: number): number {
  const [clearance, setClearance] = useState(0);
  useLayoutEffect(() => {
    if (count === 0) return;
    const view = window.visualViewport;
    const measure = () => {
      const edge = view ? view.offsetTop + view.height : window.innerHeight;
      const docked = [...document.querySelectorAll('[data-docked]')];
      const tops = hasRoomBelowWindow(edge) ? [] : docked.map(topOf).filter((top) => top > edge / 2 && top < edge);
      setClearance(Math.max(0, window.innerHeight - Math.min(edge, ...tops)));
    };
    measure();
    view?.addEventListener('resize', measure);
    // A window that opens or closes meanwhile has other docked parts. Measured before the next frame, they would delay it.
    let isAwaited = false;
    const changes = new MutationObserver(async () => {
      if (isAwaited) return;
      isAwaited = true;
      await nextFrame();
      isAwaited = false;
      measure();
    });
    changes.observe(document.body, { childList: true, subtree: true });
    return () => {
      view?.removeEventListener('resize', measure);
      changes.disconnect();
    };
  }, [count]);
  return clearance;
}

/**
 * F6 moves the focus to the newest toast, even from a modal, and back. When a toast takes the focus along, it returns to
 * where it was, or to the top window if that is gone. The returned function hears where the focus came from.
 */
function useReturningFocus(region: RefObject<HTMLElement | null>, count: number) {
  const before = useRef<HTMLElement | null>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const element = region.current;
      const active = document.activeElement;
      if (event.key !== 'F6' || event.defaultPrevented || !element || !(active instanceof HTMLElement)) return;
      const isInside = element.contains(active);
      const newest = element.querySelector<HTMLElement>('button');
      if (!newest) return;
      event.preventDefault();
      if (!isInside) return newest.focus();
      active.blur();
      focusAgain(before.current);
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [region]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a toast that goes takes the focus with it
  useEffect(() => {
    if (!hadFocus.current || region.current?.contains(document.activeElement)) return;
    hadFocus.current = false;
    if (document.activeElement !== document.body) return;
    focusAgain(before.current);
  }, [count]);
  return (from: EventTarget | null) => {
    hadFocus.current = true;
    if (from instanceof HTMLElement && region.current?.contains(from)) return;
    before.current = from instanceof HTMLElement ? from : null;
  };
}

function focusAgain(before: HTMLElement | null) {
  const place = before?.isConnected ? before : [...document.querySelectorAll('[role=dialog]')].at(-1);
  if (place instanceof HTMLElement) place.focus({ preventScroll: true });
}
