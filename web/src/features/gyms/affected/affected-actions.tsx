import { CalendarClock, CalendarX2, Check } from 'lucide-react';
import { useId } from 'react';
import { OptionTile, pill } from '#ui/form/option-tile.tsx';
import type { Action } from './decisions.ts';

const labels: Record<Action, string> = { keep: 'Keep', move: 'Move', cancel: 'Cancel' };
const icons = { keep: Check, move: CalendarClock, cancel: CalendarX2 };

type Props = {
  label: string;
  actions: readonly Action[];
  value: Action | null;
  onChange: (action: Action) => void;
};

/** What may happen to a session, to a series, or to all of them. */
export function Actions({ label, actions, value, onChange }: Props) {
  const name = useId();
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">{`What happens to ${label}`}</legend>
      {actions.map((action) => {
        const Icon = icons[action];
        return (
          <OptionTile
            key={action}
            name={name}
            value={action}
            checked={value === action}
            onChange={() => onChange(action)}
            className={pill(value === action)}
          >
            <span className="flex items-center gap-1.5">
              <Icon aria-hidden="true" className="size-4" />
              {labels[action]}
            </span>
          </OptionTile>
        );
      })}
    </fieldset>
  );
}
