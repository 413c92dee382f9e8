import { useMemo } from 'react';
import type { View } from '#features/sessions/calendar/days.ts';
import { useModals } from '#routes/modals.ts';
import { type Shortcut, useShortcuts } from '#routes/shells/use-shortcuts.ts';

type CalendarActions = {
  go: (to: { view?: View; day?: string }) => void;
  onStep: (direction: 1 | -1) => void;
  today: string;
};

const none: readonly Shortcut[] = [];

/** Shortcuts for the most frequent actions; `?` lists them. */
export function useCalendarKeys({ go, onStep, today }: CalendarActions) {
  const { stack } = useModals();
  const shortcuts = useMemo<Shortcut[]>(
    () => [
      { keys: 't', label: 'Today', run: () => go({ day: today }) },
      { keys: 'd', label: 'Day', run: () => go({ view: 'day' }) },
      { keys: 'w', label: 'Week', run: () => go({ view: 'week' }) },
      { keys: 'm', label: 'Month', run: () => go({ view: 'month' }) },
      { keys: 'a', label: 'Agenda', run: () => go({ view: 'agenda' }) },
      { keys: 'ArrowLeft', label: 'Previous', run: () => onStep(-1) },
      { keys: 'ArrowRight', label: 'Next', run: () => onStep(1) },
    ],
    [go, onStep, today],
  );
  useShortcuts(stack.length === 0 ? shortcuts : none);
}
