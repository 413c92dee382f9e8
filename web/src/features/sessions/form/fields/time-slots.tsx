import { minutesOf } from '@spotter/contract/wall-clock.ts';
import clsx from 'clsx';
import { useState } from 'react';
import { clockOf } from '#platform/wall-time.ts';
import { chosenLook } from '#ui/chosen-look.ts';
import { OptionGroup, OptionTile } from '#ui/form/option-tile.tsx';
import type { Slot } from '../../times/session-slots.ts';

const PARTS = [
  { name: 'Morning', until: 12 * 60 },
  { name: 'Afternoon', until: 17 * 60 },
  { name: 'Evening', until: 24 * 60 },
];

const partOf = (time: string) => PARTS.findIndex(({ until }) => minutesOf(time) < until);

/** Lists each reason once, with its start times. */
function reasons(slots: readonly Slot[]): string[] {
  const byReason = Map.groupBy(
    slots.filter(({ why }) => why !== null && why !== 'This time has passed'),
    ({ why }) => why ?? '',
  );
  return [...byReason].map(([why, about]) => {
    const [first, last] = [about[0], about.at(-1)].map((slot) => clockOf(slot?.time ?? '00:00'));
    return `${first === last ? first : `${first} to ${last}`}: ${why}`;
  });
}

type Props = { slots: readonly Slot[]; value: string; onChange: (time: string) => void };

/** The start times of a day in three parts, each within thumb reach without scrolling. */
export function TimeSlots({ slots, value, onChange }: Props) {
  const [looked, setLooked] = useState<{ part: number; at: string } | null>(null);
  // The visible part follows the chosen slot until the user picks another part.
  const part = looked?.at === value ? looked.part : partOf(value);
  const inPart = slots.filter(({ time }) => partOf(time) === part);
  return (
    <div className="flex flex-col gap-3">
      <fieldset className="grid grid-cols-3 gap-1 rounded-card bg-bg-secondary p-1">
        <legend className="sr-only">Time of day</legend>
        {PARTS.map(({ name }, index) => {
          const isOpen = slots.some(({ time, why }) => why === null && partOf(time) === index);
          return (
            <button
              key={name}
              type="button"
              aria-pressed={part === index}
              onClick={() => setLooked({ part: index, at: value })}
              className={clsx(
                'min-h-10 rounded-control font-medium text-sm transition pointer-coarse:min-h-11',
                part === index
                  ? 'bg-bg-raised text-text-primary shadow-float ring-1 ring-border'
                  : 'text-text-secondary',
                !isOpen && part !== index && 'line-through',
              )}
            >
              {name}
            </button>
          );
        })}
      </fieldset>
      <OptionGroup label="Start" hideLabel>
        <div className="grid grid-cols-4 gap-2">
          {inPart.map(({ time, why }) => (
            <OptionTile
              key={time}
              name="time"
              value={time}
              checked={value === time}
              onChange={() => onChange(time)}
              disabled={why !== null}
              why={why}
              className={clsx(
                'h-11 rounded-control font-medium text-sm',
                value === time
                  ? chosenLook
                  : why === null
                    ? 'text-text-primary ring-1 ring-border-control/50 ring-inset hover:bg-bg-secondary-hover'
                    : 'bg-bg-secondary text-text-tertiary line-through',
              )}
            >
              <time>{clockOf(time)}</time>
            </OptionTile>
          ))}
        </div>
        {inPart.length === 0 ? (
          <p className="py-2 text-sm text-text-secondary">The gym's closed at this time of day.</p>
        ) : null}
      </OptionGroup>
      {reasons(inPart).map((reason) => (
        <p key={reason} className="text-sm text-text-tertiary">
          {reason}
        </p>
      ))}
    </div>
  );
}
