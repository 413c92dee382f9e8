import { useMemo } from 'react';
import type { View } from '#features/sessions/calendar/days.ts';
import { useModals } from '#platform/modals/modals.tsx';
import { type Shortcut, useShortcuts } from '#routes/shells/use-shortcuts.ts';

type Ways = {
  go: (to: { view?: View; day?: string }) => void;
  onStep: (direction: 1 | -1) => void;
  today: string;
  focusSearch: () => void;
};

const none: readonly Shortcut[] = [];

/** One key for each thing one does all the time; the list under `?` names them. */
export function useCalendarKeys({ go, onStep, today, focusSearch }: Ways) {
  const { stack } = useModals();
  const shortcuts = useMemo<Shortcut[]>(
    () => [
      { keys: 't', label: 'Today', run: () => go({ day: today }) },
      { keys: 'd', label: 'Day', run: () => go({ view: 'day' }) },
      { keys: 'w', label: 'Week', run: () => go({ view: 'week' }) },
      { keys: 'm', label: 'Month', run: () => go({ view: 'month' }) },
      { keys: 'a', label: 'Agenda', run: () => go({ view: 'agenda' }) },
      { keys: 'ArrowLeft', label: 'Back', run: () => onStep(-1) },
      { keys: 'ArrowRight', label: 'On', run: () => onStep(1) },
      // Before the member area's own, which would leave what is shown.
      { keys: '/', label: 'Search sessions', run: focusSearch },
    ],
    [go, onStep, today, focusSearch],
  );
  useShortcuts(stack.length === 0 ? shortcuts : none);
}
