import { CalendarDays, CalendarX, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';

type Action = { label: string; run: () => void };
type Props = {
  icon: 'quiet' | 'closed' | 'filtered';
  title: string;
  text?: ReactNode;
  action?: Action;
  other?: Action;
};

const icons = { quiet: CalendarDays, closed: CalendarX, filtered: SearchX };

/** The empty state above the grid, which stays usable. */
export function CalendarEmpty({ icon, title, text, action, other }: Props) {
  const Icon = icons[icon];
  return (
    <div className="pointer-events-none flex justify-center px-4">
      <div
        data-over=""
        className="pointer-events-auto flex max-w-sm flex-col items-center gap-1 rounded-card bg-bg-raised px-6 py-5 text-center shadow-float ring-1 ring-border"
      >
        <span className="mb-2 grid size-11 place-items-center rounded-full bg-primary-soft text-primary-text">
          <Icon aria-hidden="true" className="size-5" />
        </span>
        <h3 className="text-base">{title}</h3>
        {text ? <p className="text-pretty text-sm text-text-secondary">{text}</p> : null}
        <span className="mt-3 flex flex-wrap justify-center gap-2 empty:hidden">
          {action ? (
            <Button size="sm" onClick={action.run}>
              {action.label}
            </Button>
          ) : null}
          {other ? (
            <Button size="sm" variant="secondary" onClick={other.run}>
              {other.label}
            </Button>
          ) : null}
        </span>
      </div>
    </div>
  );
}
