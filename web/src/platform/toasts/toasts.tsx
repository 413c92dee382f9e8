import type { ReactNode } from 'react';
import { toast as store, type ToastPosition, useToasterStore } from 'react-hot-toast/headless';
import { feel } from '#platform/native/haptics.ts';
import { Button } from '#ui/button.tsx';
import { Toast, type ToastTone } from '#ui/layer/toast.tsx';

type ToastOptions = {
  text?: ReactNode;
  action?: { label: string; onSelect: () => void };
  position?: ToastPosition;
  duration?: number;
  /** It has gone without its action having been chosen. */
  onGone?: () => void;
  /** A toast with the same id is replaced, not repeated. */
  id?: string;
};

const SECOND = 1000;
const FOR_EVER = Number.POSITIVE_INFINITY;

// The specification sets how long each kind stays.
const DURATIONS: Record<ToastTone, number> = {
  default: 5 * SECOND,
  success: 3 * SECOND,
  error: 5 * SECOND,
  warning: 5 * SECOND,
  info: 5 * SECOND,
};
/** Section 9 has two providers with their own durations; this one is for invite and sign-in provider results. */
const BRIEF = { success: 2 * SECOND, error: 4 * SECOND, blank: 4 * SECOND };
const LONG_SUCCESS = 4 * SECOND;
const SIMPLE = 3 * SECOND;

/** As long as the exit animation, so the last frame shows and no gap is left. */
const REMOVE_DELAY = 160;

const UPDATE_ID = 'update-available';

/** What the toaster does once a toast has gone. */
export const onceGone = new Map<string, () => void>();

function show(tone: ToastTone, title: ReactNode, options: ToastOptions = {}): string {
  const { text, action, position, duration = DURATIONS[tone], onGone } = options;
  if (tone === 'success' || tone === 'error') feel(tone);
  let isChosen = false;
  const id = store.custom(
    (shown) => (
      <Toast
        tone={tone}
        title={title}
        text={text}
        leaving={!shown.visible}
        onClose={() => store.dismiss(shown.id)}
        action={
          action ? (
            <Button
              variant="ghost"
              size="sm"
              className="text-primary-text!"
              onClick={() => {
                // It is still there for a moment, and a double tap hits it twice.
                if (isChosen) return;
                isChosen = true;
                onceGone.delete(shown.id);
                action.onSelect();
                store.dismiss(shown.id);
              }}
            >
              {action.label}
            </Button>
          ) : undefined
        }
      />
    ),
    {
      id: options.id,
      duration,
      position,
      removeDelay: REMOVE_DELAY,
      // The region around all toasts announces them; errors interrupt.
      ariaProps:
        tone === 'error' ? { role: 'alert', 'aria-live': 'assertive' } : { role: 'status', 'aria-live': 'off' },
    },
  );
  if (onGone) onceGone.set(id, onGone);
  return id;
}

const as =
  (tone: ToastTone, preset: ToastOptions = {}) =>
  (title: ReactNode, options?: ToastOptions): string =>
    show(tone, title, { ...preset, ...options });

export const toasts = {
  show: as('default'),
  success: as('success'),
  error: as('error'),
  warning: as('warning'),
  info: as('info'),
  /** Stays a second longer, as the specification asks for friend news. */
  longSuccess: as('success', { duration: LONG_SUCCESS }),
  /** A brief confirmation such as 'Copied'. */
  simple: as('default', { duration: SIMPLE }),
  brief: {
    success: as('success', { duration: BRIEF.success }),
    error: as('error', { duration: BRIEF.error }),
    blank: as('default', { duration: BRIEF.blank }),
    loading: as('info', { duration: FOR_EVER }),
  },
  /** Stays until it is dismissed or replaced by a toast with its id. */
  loading: as('info', { duration: FOR_EVER }),
  updateAvailable: (onUpdate: () => void) =>
    show('info', 'Update Available!', {
      id: UPDATE_ID,
      text: 'A new version of the app is available.',
      duration: FOR_EVER,
      action: { label: 'Update', onSelect: onUpdate },
    }),
  dismiss: (id?: string) => store.dismiss(id),
};

export const useHasToasts = () => useToasterStore().toasts.length > 0;
