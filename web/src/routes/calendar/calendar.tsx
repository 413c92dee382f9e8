import type { Gym } from '@spotter/contract/gyms/gyms.ts';
import { dayAt } from '@spotter/contract/wall-clock.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useCalendarSessions } from '#features/sessions/calendar/calendar.queries.ts';
import { daysFrom, daysOf, mondayOf, step, viewFor } from '#features/sessions/calendar/days.ts';
import { entriesByDay } from '#features/sessions/calendar/entries.ts';
import { noFilters, passes } from '#features/sessions/calendar/filters.ts';
import { DayHeads } from '#features/sessions/calendar/grid/day-heads.tsx';
import { type OpenDay, openingHoursQuery, openOn } from '#features/sessions/times/opening-hours.ts';
import { useNow } from '#platform/use-now.ts';
import { useStickyTop } from '#ui/list/use-sticky-top.ts';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { CalendarBody } from './calendar-body.tsx';
import { CalendarFilters } from './calendar-filters.tsx';
import { Steps, ViewLinks, Where } from './calendar-header.tsx';
import { useCalendarAddress } from './use-calendar-address.ts';
import { useCalendarKeys } from './use-calendar-keys.ts';
import { useSearchFocus } from './use-search-focus.ts';

export function Calendar({ gym }: { gym: Gym }) {
  const zone = gym.timezone;
  const wide = useMediaQuery('(min-width: 48rem)');
  const now = useNow(60_000);
  const today = dayAt(now, zone);
  const address = useCalendarAddress({ view: wide ? 'week' : 'day', day: today });
  const { day, filters, searchFor, go, setFilters } = address;
  const view = viewFor(address.view, wide);
  const days = useMemo(() => daysOf(view, day), [view, day]);
  const before = useMemo(() => daysOf(view, step(view, day, -1)), [view, day]);
  const after = useMemo(() => daysOf(view, step(view, day, 1)), [view, day]);
  const isGrid = view !== 'month' && view !== 'agenda';

  const loaded = useCalendarSessions(gym, days, view === 'month' ? [] : [...before, ...after], today);
  const hours = useQuery(openingHoursQuery(gym)).data ?? null;
  const openOnDay = useMemo(() => {
    const known = new Map<string, OpenDay>();
    return (each: string) => {
      if (!hours) return null;
      const open = known.get(each) ?? openOn(hours, each);
      known.set(each, open);
      return open;
    };
  }, [hours]);

  const [text, setText] = useState('');
  const searched = useDeferredValue(text);
  const wanted = useMemo(() => ({ ...filters, text: searched }), [filters, searched]);
  const entries = useMemo(
    () => entriesByDay(loaded.sessions.filter(passes(wanted)), zone),
    [loaded.sessions, wanted, zone],
  );

  const bar = useRef<HTMLDivElement>(null);
  useStickyTop(bar);
  const field = useRef<HTMLInputElement>(null);
  const [unfolded, setUnfolded] = useState(false);
  const unfold = useCallback(() => flushSync(() => setUnfolded(true)), []);
  useSearchFocus(field, unfold);

  const onStep = useCallback(
    (direction: 1 | -1) => go((from) => ({ day: step(viewFor(from.view, wide), from.day, direction) })),
    [go, wide],
  );
  const onDay = useCallback((to: string) => go({ day: to }), [go]);
  const onDayView = useCallback((to: string) => go({ view: 'day', day: to }), [go]);
  useCalendarKeys({ go, onStep, today });

  const clear = () => {
    setText('');
    setFilters(noFilters);
  };
  const fold = {
    open: unfolded,
    count: filters.types.length + [filters.level, filters.mine, filters.joinable, text.trim()].filter(Boolean).length,
    onToggle: () => setUnfolded(!unfolded),
  };
  const steps = <Steps {...{ view, day, today, onStep, onDay }} fold={wide ? undefined : fold} />;
  const views = <ViewLinks {...{ view, wide, searchFor }} />;
  const where = <Where zone={zone} now={now} />;
  const filterBar =
    wide || unfolded ? (
      <CalendarFilters filters={filters} onChange={setFilters} text={text} onText={setText} search={field} />
    ) : null;
  const heads = {
    days: view === 'day' ? daysFrom(mondayOf(day), 7) : days,
    today,
    chosen: view === 'day' ? day : null,
    entries,
    openOn: openOnDay,
    zone,
    onDay: onDayView,
  };
  return (
    <div className="mx-auto flex max-w-400 flex-col px-4 md:px-8">
      <h1 className="sr-only">Calendar</h1>
      {wide ? null : <div className="pt-4 pb-1">{where}</div>}
      <div
        ref={bar}
        className="sticky top-0 z-10 -mx-4 large-text:static bg-bg-main px-4 pt-2 md:-mx-8 md:px-8 md:pt-5"
      >
        {wide ? (
          <div className="flex flex-col gap-3 pb-3">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              {steps}
              <span className="flex min-w-0 items-center gap-4 large-text:flex-wrap">
                {where}
                {views}
              </span>
            </div>
            {filterBar}
          </div>
        ) : (
          <div className="flex flex-col gap-2 pb-2">
            {steps}
            {/* Visible even where the grid opens at the current hour. */}
            {views}
            {filterBar}
          </div>
        )}
        {isGrid ? (
          <div className="border-calendar-grid-line border-b">
            <DayHeads {...heads} />
          </div>
        ) : null}
      </div>
      <CalendarBody
        gym={gym}
        view={view}
        day={day}
        days={days}
        before={before}
        after={after}
        today={today}
        wide={wide}
        entries={entries}
        loaded={loaded}
        hours={hours}
        openOn={openOnDay}
        wanted={wanted}
        onClear={clear}
        onStep={onStep}
        onDay={onDay}
        onDayView={onDayView}
      />
    </div>
  );
}
