import type { Gym } from '@spotter/contract/gyms/gyms.ts';
import type { Hours } from '@spotter/contract/gyms/open-times.ts';
import { momentsOf, timeOf } from '@spotter/contract/wall-clock.ts';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { Scope } from '#features/sessions/cache/session-write.ts';
import { Agenda, AgendaHeading, DayList } from '#features/sessions/calendar/agenda.tsx';
import type { useCalendarSessions } from '#features/sessions/calendar/calendar.queries.ts';
import { daysFrom, mondayOf, type View } from '#features/sessions/calendar/days.ts';
import type { EntriesByDay, Entry } from '#features/sessions/calendar/entries.ts';
import type { Filters } from '#features/sessions/calendar/filters.ts';
import type { Overfull } from '#features/sessions/calendar/grid/day-column.tsx';
import { dayNote } from '#features/sessions/calendar/grid/day-heads.tsx';
import type { Stretch } from '#features/sessions/calendar/grid/drag-times.ts';
import { gridRange } from '#features/sessions/calendar/grid/grid-range.ts';
import { MonthGrid } from '#features/sessions/calendar/grid/month-grid.tsx';
import { OverflowList } from '#features/sessions/calendar/grid/overflow-list.tsx';
import { TimeGrid } from '#features/sessions/calendar/grid/time-grid.tsx';
import { MoveScopeDialog, type PlannedMove } from '#features/sessions/calendar/move-scope-dialog.tsx';
import { wallText } from '#features/sessions/calendar/wall.ts';
import type { SessionItem } from '#features/sessions/session.ts';
import { useUpdateSessionStart } from '#features/sessions/sessions.mutations.ts';
import type { OpenDay } from '#features/sessions/times/opening-hours.ts';
import { whyNot } from '#features/sessions/times/session-slots.ts';
import { serverNow } from '#platform/server-clock.ts';
import { useModals } from '#routes/modals.ts';
import { ErrorState } from '#ui/status/empty-state.tsx';
import { NothingShown } from './nothing-shown.tsx';

type Props = {
  gym: Gym;
  view: View;
  day: string;
  days: readonly string[];
  before: readonly string[];
  after: readonly string[];
  today: string;
  wide: boolean;
  entries: EntriesByDay;
  loaded: ReturnType<typeof useCalendarSessions>;
  hours: Hours | null;
  openOn: (day: string) => OpenDay | null;
  wanted: Filters;
  onClear: () => void;
  onStep: (direction: 1 | -1) => void;
  onDay: (day: string) => void;
  onDayView: (day: string) => void;
};

/** The current view and its actions. */
export function CalendarBody(props: Props) {
  const { gym, view, day, days, before, after, today, wide, entries, loaded, hours, openOn, onStep, onDay, onDayView } =
    props;
  const { id: gymId, timezone: zone } = gym;
  const { open } = useModals();
  const [overfull, setOverfull] = useState<Overfull | null>(null);
  const { planned, setPlanned, onMove, onChoose } = useMoving(zone);

  // Stable for the lifetime of the calendar, because every session uses it.
  const opens = useRef(open);
  opens.current = open;
  const onOpen = useCallback((session: SessionItem) => opens.current({ name: 'session', id: session.id }), []);
  const onCreate = useCallback(
    ({ day: on, start, end }: Stretch) =>
      opens.current({
        name: 'create-session',
        start: wallText({ day: on, minute: start }),
        minutes: end - start,
        gymId,
      }),
    [gymId],
  );
  const whyNotThen = useCallback(
    ({ day: on, start, end }: Stretch) =>
      whyNot({ day: on, time: timeOf(start), minutes: end - start }, { zone, hours }, serverNow()),
    [zone, hours],
  );

  // All days of a week show the same hours, so that nothing jumps between them.
  const range = useMemo(() => {
    const week = view === 'day' ? daysFrom(mondayOf(day), 7) : days;
    const shown = days.flatMap((each) => entries.get(each) ?? []);
    return gridRange(week.map(openOn), shown);
  }, [view, day, days, entries, openOn]);

  if (loaded.isError)
    return navigator.onLine ? (
      <ErrorState title="Couldn't load the calendar" onRetry={loaded.refetch} retrying={loaded.isPending} />
    ) : (
      <ErrorState
        title="These days aren't saved on this device"
        text="We keep the next four weeks. You'll see the rest when you're back online."
      />
    );

  const common = { today, entries, openOn, isLoading: loaded.isPending, onOpen, onOverflow: setOverfull };
  const isEmpty = !loaded.isPending && days.every((each) => !entries.has(each));
  const nothing = isEmpty ? <NothingShown {...props} whyNot={whyNotThen} onCreate={onCreate} /> : null;
  return (
    <>
      {view === 'month' ? (
        <>
          <MonthGrid {...common} {...{ days, day, onStep }} isNarrow={!wide} onDay={wide ? onDayView : onDay} />
          {wide ? null : (
            <section>
              <AgendaHeading day={day} today={today} note={dayNote(openOn(day), null)} />
              <DayList entries={entries.get(day) ?? []} onOpen={onOpen} />
              {entries.has(day) || loaded.isPending ? null : (
                <div className="py-4">
                  <NothingShown {...props} view="day" days={[day]} whyNot={whyNotThen} onCreate={onCreate} />
                </div>
              )}
            </section>
          )}
          {nothing && wide ? <div className="py-6">{nothing}</div> : null}
        </>
      ) : view === 'agenda' ? (
        <div className="mx-auto w-full max-w-3xl">
          <Agenda {...common} days={days} />
          {nothing ? <div className="py-10">{nothing}</div> : null}
        </div>
      ) : (
        <TimeGrid
          {...common}
          days={days}
          before={before}
          after={after}
          range={range}
          zone={zone}
          swipes={!wide}
          whyNot={whyNotThen}
          onStep={onStep}
          onDay={onDay}
          onCreate={onCreate}
          onMove={onMove}
          over={nothing}
        />
      )}
      <OverflowList
        overfull={overfull}
        onClose={() => setOverfull(null)}
        onOpen={(session) => {
          setOverfull(null);
          onOpen(session);
        }}
      />
      <MoveScopeDialog planned={planned} onClose={() => setPlanned(null)} onChoose={onChoose} />
    </>
  );
}

/** A single session moves at once; for a repeating one the host is asked how many to move. */
function useMoving(zone: string) {
  const move = useUpdateSessionStart();
  const [planned, setPlanned] = useState<PlannedMove | null>(null);
  const carryOut = useCallback(
    ({ entry, to }: PlannedMove, scope: Scope) => {
      const [start] = momentsOf(wallText({ day: to.day, minute: to.start }), zone);
      const minutes = to.end - to.start;
      if (start) void move({ session: entry.session, start: start.toISOString(), minutes, scope });
    },
    [move, zone],
  );
  const onMove = useCallback(
    (entry: Entry, to: Stretch) => {
      if (entry.session.series_id) setPlanned({ entry, to });
      else carryOut({ entry, to }, 'this');
    },
    [carryOut],
  );
  const onChoose = useCallback(
    (chosen: PlannedMove, scope: Scope) => {
      setPlanned(null);
      carryOut(chosen, scope);
    },
    [carryOut],
  );
  return { planned, setPlanned, onMove, onChoose };
}
