import clsx from 'clsx';
import { ChevronDown, ChevronLeft, ChevronRight, SlidersHorizontal } from 'lucide-react';
import { Link } from 'react-router';
import { GymSwitcher } from '#features/gyms/gym-switcher.tsx';
import { DatePicker } from '#features/sessions/calendar/date-picker.tsx';
import { titleOf, type View } from '#features/sessions/calendar/days.ts';
import { timeText, wallMinuteAt } from '#features/sessions/calendar/wall.ts';
import { ownZone } from '#platform/wall-time.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';

const viewName: Record<View, string> = {
  day: 'Day',
  'three-days': '3\u00a0days',
  week: 'Week',
  month: 'Month',
  agenda: 'Agenda',
};
const stepName: Record<View, string> = {
  day: 'day',
  'three-days': 'three days',
  week: 'week',
  month: 'month',
  agenda: 'two weeks',
};

type ViewLinksProps = { view: View; wide: boolean; searchFor: (to: { view: View }) => string };

/** The views are links, so they can be opened, shared and gone back from. */
export function ViewLinks({ view, wide, searchFor }: ViewLinksProps) {
  const offered = (Object.keys(viewName) as View[]).filter((each) => each !== (wide ? 'three-days' : 'week'));
  return (
    <nav aria-label="View" className="flex rounded-card bg-bg-secondary p-1 max-md:w-full large-text:flex-wrap">
      {offered.map((each) => (
        <Link
          key={each}
          to={{ search: searchFor({ view: each }) }}
          aria-current={each === view ? 'page' : undefined}
          className={clsx(
            'touch-target flex min-h-9 items-center justify-center rounded-control px-3.5 font-medium text-sm transition max-md:flex-1',
            each === view
              ? 'bg-bg-raised text-text-primary shadow-float ring-1 ring-border'
              : 'text-text-secondary hover:text-text-primary',
          )}
        >
          {viewName[each]}
        </Link>
      ))}
    </nav>
  );
}

type StepsProps = {
  view: View;
  day: string;
  today: string;
  onStep: (direction: 1 | -1) => void;
  onDay: (day: string) => void;
  /** Whether the filters are collapsed, and how many are set. */
  fold?: { open: boolean; count: number; onToggle: () => void };
};

/** The visible period, with links to the previous and next one. */
export function Steps({ view, day, today, onStep, onDay, fold }: StepsProps) {
  const title = titleOf(view, day, fold !== undefined);
  return (
    <div className="flex min-w-0 items-center gap-1 md:gap-2 large-text:flex-wrap">
      <DatePicker
        day={day}
        today={today}
        onChange={onDay}
        trigger={
          <button
            type="button"
            className="touch-target -ml-2 flex min-w-0 items-center gap-1.5 rounded-control px-2 py-1.5 text-left transition hover:bg-bg-secondary"
          >
            <h2 aria-live="polite" className="truncate text-base md:text-xl">
              {title}
            </h2>
            <ChevronDown aria-hidden="true" className="size-4.5 shrink-0 text-text-tertiary" />
          </button>
        }
      />
      <span className="flex-1 md:hidden" />
      <span className="flex shrink-0 items-center gap-1 md:gap-2">
        <IconButton size="sm" label={`Previous ${stepName[view]}`} icon={<ChevronLeft />} onClick={() => onStep(-1)} />
        <IconButton size="sm" label={`Next ${stepName[view]}`} icon={<ChevronRight />} onClick={() => onStep(1)} />
        <Button size="sm" variant="secondary" onClick={() => onDay(today)}>
          Today
        </Button>
        {fold ? (
          <IconButton
            size="sm"
            label="Search and filters"
            aria-expanded={fold.open}
            icon={<SlidersHorizontal />}
            count={fold.count}
            onClick={fold.onToggle}
          />
        ) : null}
      </span>
    </div>
  );
}

/** The gym's name, and its local time for a reader in another zone. */
export function Where({ zone, now }: { zone: string; now: number }) {
  const there = wallMinuteAt(now, zone);
  const here = wallMinuteAt(now, ownZone());
  const isElsewhere = there.day !== here.day || there.minute !== here.minute;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm text-text-secondary">
      <GymSwitcher />
      {isElsewhere ? <span className="truncate">Gym time {timeText(there.minute)}</span> : null}
    </span>
  );
}
