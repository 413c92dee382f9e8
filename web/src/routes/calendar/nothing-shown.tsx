import { dayLong, dayShort, type View, weekdayLong } from '#features/sessions/calendar/days.ts';
import { type Filters, isFiltered } from '#features/sessions/calendar/filters.ts';
import type { Stretch } from '#features/sessions/calendar/grid/drag-times.ts';
import { useNextMatch } from '#features/sessions/calendar/next-match.ts';
import { timeText } from '#features/sessions/calendar/wall.ts';
import type { OpenDay } from '#features/sessions/times/opening-hours.ts';
import { CalendarEmpty } from './calendar-empty.tsx';

type Props = {
  gym: { id: string; timezone: string };
  view: View;
  day: string;
  days: readonly string[];
  today: string;
  openOn: (day: string) => OpenDay | null;
  wanted: Filters;
  onClear: () => void;
  onDay: (day: string) => void;
  whyNot: (stretch: Stretch) => string | null;
  onCreate: (stretch: Stretch) => void;
};

const quiet: Record<View, string> = {
  day: 'No sessions',
  'three-days': 'No sessions on these days',
  week: 'No sessions this week',
  month: 'No sessions this month',
  agenda: 'No sessions in these two weeks',
};

/** The first possible hour on these days: in the evening if open, else as early as possible. */
function firstFree(days: readonly string[], today: string, whyNot: Props['whyNot']): Stretch | null {
  for (const day of days.filter((each) => each >= today))
    for (const hour of [18, ...Array.from({ length: 24 }, (_, each) => each)]) {
      const stretch = { day, start: hour * 60, end: hour * 60 + 60 };
      if (whyNot(stretch) === null) return stretch;
    }
  return null;
}

/** No sessions, or none that match; both offer a next step. */
export function NothingShown(props: Props) {
  return isFiltered(props.wanted) ? <NothingMatches {...props} /> : <NothingPlanned {...props} />;
}

function NothingMatches({ gym, days, wanted, onClear, onDay }: Props) {
  const next = useNextMatch(gym, days.at(-1) ?? '', wanted);
  return (
    <CalendarEmpty
      icon="filtered"
      title="No matching sessions"
      text={next ? `Next up: ${next.session.title} on ${dayShort(next.day)} at ${timeText(next.start)}.` : undefined}
      action={next ? { label: 'Go to that day', run: () => onDay(next.day) } : undefined}
      other={{ label: 'Clear filters', run: onClear }}
    />
  );
}

function NothingPlanned({ view, day, days, today, openOn, whyNot, onCreate }: Props) {
  const open = view === 'day' ? openOn(day) : null;
  if (open?.spans.length === 0)
    return (
      <CalendarEmpty
        icon="closed"
        title={`Closed on ${weekdayLong(day)}`}
        text={open.reason ?? `The gym is closed on ${dayLong(day)}.`}
      />
    );
  const free = firstFree(days, today, whyNot);
  const title = view === 'day' ? `${quiet.day} on ${weekdayLong(day)}` : quiet[view];
  return (
    <CalendarEmpty
      icon="quiet"
      title={title}
      text={free ? 'Start one and others can join you.' : undefined}
      action={free ? { label: 'Create session', run: () => onCreate(free) } : undefined}
    />
  );
}
