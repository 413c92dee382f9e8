import { fitnessLevels } from '@spotter/contract/users/fitness-levels.ts';
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { asDay, type View, views } from '#features/sessions/calendar/days.ts';
import type { Filters } from '#features/sessions/calendar/filters.ts';
import type { WorkoutType } from '#features/sessions/workout.tsx';
import { workoutName } from '#platform/people/training-words.ts';

export type ShownFilters = Omit<Filters, 'text'>;
export type CalendarAddress = { view: View; day: string };

const isType = (text: string): text is WorkoutType => Object.hasOwn(workoutName, text);

function readFilters(params: URLSearchParams): ShownFilters {
  const level = params.get('level');
  return {
    types: (params.get('types') ?? '').split(',').filter(isType),
    level: fitnessLevels.find((each) => each === level) ?? null,
    mine: params.has('mine'),
    joinable: params.has('joinable'),
  };
}

function writeFilters(params: URLSearchParams, { types, level, mine, joinable }: ShownFilters) {
  const put = (name: string, value: string | null) => (value ? params.set(name, value) : params.delete(name));
  put('types', types.join(','));
  put('level', level);
  put('mine', mine ? '1' : null);
  put('joinable', joinable ? '1' : null);
}

const readPlace = (params: URLSearchParams, usual: CalendarAddress): CalendarAddress => ({
  view: views.find((each) => each === params.get('view')) ?? usual.view,
  day: asDay(params.get('day')) ?? usual.day,
});

/** The current address, because a second key press may come before the first one has rendered. */
const present = () => new URLSearchParams(window.location.search);

/**
 * The view is stored in the address, so Back, reload and shared links show it. Defaults: today, in the view that suits
 * the screen.
 */
export function useCalendarAddress({ view, day }: CalendarAddress) {
  const { search, state } = useLocation();
  const navigate = useNavigate();

  const shown = useMemo(() => {
    const params = new URLSearchParams(search);
    return { ...readPlace(params, { view, day }), filters: readFilters(params) };
  }, [search, view, day]);

  const withSpot = useCallback(
    (params: URLSearchParams, to: Partial<CalendarAddress>) => {
      if (to.view) params.set('view', to.view);
      if (to.day === day) params.delete('day');
      else if (to.day) params.set('day', to.day);
      return `?${params}`;
    },
    [day],
  );
  const searchFor = (to: Partial<CalendarAddress>) => withSpot(new URLSearchParams(search), to);

  const go = useCallback(
    (to: Partial<CalendarAddress> | ((from: CalendarAddress) => Partial<CalendarAddress>)) => {
      const params = present();
      const place = typeof to === 'function' ? to(readPlace(params, { view, day })) : to;
      void navigate({ search: withSpot(params, place) });
    },
    [navigate, withSpot, view, day],
  );

  const setFilters = useCallback(
    (filters: ShownFilters) => {
      const params = present();
      writeFilters(params, filters);
      void navigate({ search: `?${params}` }, { replace: true, state });
    },
    [navigate, state],
  );

  return { ...shown, searchFor, go, setFilters };
}
