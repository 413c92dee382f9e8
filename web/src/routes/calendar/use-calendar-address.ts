import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { asDay, type View, views } from '#features/sessions/calendar/days.ts';
import { type Filters, levels } from '#features/sessions/calendar/filters.ts';
import { type WorkoutType, workoutName } from '#features/sessions/workout.tsx';

export type ShownFilters = Omit<Filters, 'text'>;
export type Place = { view: View; day: string };

const isType = (text: string): text is WorkoutType => Object.hasOwn(workoutName, text);

function readFilters(params: URLSearchParams): ShownFilters {
  const level = params.get('level');
  return {
    types: (params.get('types') ?? '').split(',').filter(isType),
    level: levels.find((each) => each === level) ?? null,
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

/**
 * What is shown lies in the address, so that Back, a reload and a link somebody is sent all show it. What the address does
 * not say is as usual: this day, in the view that suits the screen.
 */
export function useCalendarAddress(usual: Place) {
  const { search, state } = useLocation();
  const navigate = useNavigate();

  const shown = useMemo(() => {
    const params = new URLSearchParams(search);
    const view = views.find((each) => each === params.get('view')) ?? usual.view;
    return { view, day: asDay(params.get('day')) ?? usual.day, filters: readFilters(params) };
  }, [search, usual.view, usual.day]);

  const searchFor = useCallback(
    (to: Partial<Place>) => {
      const params = new URLSearchParams(search);
      if (to.view) params.set('view', to.view);
      if (to.day === usual.day) params.delete('day');
      else if (to.day) params.set('day', to.day);
      return `?${params}`;
    },
    [search, usual.day],
  );

  const go = useCallback((to: Partial<Place>) => void navigate({ search: searchFor(to) }), [navigate, searchFor]);

  const setFilters = useCallback(
    (filters: ShownFilters) => {
      const params = new URLSearchParams(search);
      writeFilters(params, filters);
      void navigate({ search: `?${params}` }, { replace: true, state });
    },
    [navigate, search, state],
  );

  return { ...shown, searchFor, go, setFilters };
}
