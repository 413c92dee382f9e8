import clsx from 'clsx';
import { resolveValue, type ToastPosition, useToaster } from 'react-hot-toast/headless';

const places: Record<ToastPosition, string> = {
  'top-left': 'top-0 left-0 items-start',
  'top-center': 'top-0 inset-x-0 items-center',
  'top-right': 'top-0 right-0 items-end',
  'bottom-left': 'bottom-0 left-0 flex-col-reverse items-start',
  'bottom-center': 'bottom-0 inset-x-0 flex-col-reverse items-center',
  'bottom-right': 'right-0 bottom-0 flex-col-reverse items-end',
};

const DEFAULT_POSITION: ToastPosition = 'top-right';

/** Where toasts appear. Stands once, beside the router; waits while a pointer or the focus rests on a toast. */
export function Toaster() {
  const { toasts, handlers } = useToaster();
  return (
    <section
      aria-label="Notifications"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
    >
      {(Object.keys(places) as ToastPosition[]).map((place) => (
        <div
          key={place}
          data-position={place}
          className={clsx(
            'pointer-events-none fixed z-60 flex flex-col gap-2 p-4 pt-[max(1rem,env(safe-area-inset-top))] pb-[max(1rem,env(safe-area-inset-bottom))] empty:hidden',
            places[place],
          )}
        >
          {toasts
            .filter((toast) => (toast.position ?? DEFAULT_POSITION) === place)
            .map((toast) => (
              <div key={toast.id} {...toast.ariaProps}>
                {resolveValue(toast.message, toast)}
              </div>
            ))}
        </div>
      ))}
    </section>
  );
}
