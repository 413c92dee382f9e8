import { dayLong, type View, weekdayLong } from '#features/sessions/calendar/days.ts';
import type { Stretch } from '#features/sessions/calendar/drag-times.ts';
import type { OpenDay } from '#features/sessions/opening-hours.ts';
import { CalendarEmpty } from './calendar-empty.tsx';

type Props = {
  view: View;
  day: string;
  days: readonly string[];
  today: string;
  openOn: (day: string) => OpenDay | null;
  filtered: boolean;
  onClear: () => void;
  whyNot: (stretch: Stretch) => string | null;
  onCreate: (stretch: Stretch) => void;
};

const quiet: Record<View, string> = {
  day: 'Nothing planned',
  week: 'Nothing planned this week',
  month: 'Nothing planned this month',
  agenda: 'Two quiet weeks',
};

/** The first hour one could train on these days: in the evening if that goes, else as soon as it goes. */
function firstFree(days: readonly string[], today: string, whyNot: Props['whyNot']): Stretch | null {
  for (const day of days.filter((each) => each >= today))
    for (const hour of [18, ...Array.from({ length: 24 }, (_, each) => each)]) {
      const stretch = { day, start: hour * 60, end: hour * 60 + 60 };
      if (whyNot(stretch) === null) return stretch;
    }
  return null;
}

/** Nothing is on, or nothing of what is looked for; either way there is a way on. */
export function NothingShown({ view, day, days, today, openOn, filtered, onClear, whyNot, onCreate }: Props) {
  if (filtered)
    return (
      <CalendarEmpty
        icon="filtered"
        title="Nothing matches"
        text="Other days may have what you look for."
        action={{ label: 'Show everything', run: onClear }}
      />
    );
  const open = view === 'day' ? openOn(day) : null;
  if (open?.spans.length === 0)
    return (
      <CalendarEmpty
        icon="closed"
        title={`Closed on ${weekdayLong(day)}`}
        text={open.reason ?? `The gym is not open on ${dayLong(day)}.`}
      />
    );
  const free = firstFree(days, today, whyNot);
  const title = view === 'day' ? `${quiet.day} on ${weekdayLong(day)}` : quiet[view];
  return (
    <CalendarEmpty
      icon="quiet"
      title={title}
      text={free ? 'Somebody has to begin: others will see it and join.' : undefined}
      action={free ? { label: 'Plan one', run: () => onCreate(free) } : undefined}
    />
  );
}
