import clsx from 'clsx';
import { clockOf, dayInWords } from '#platform/wall-time.ts';
import { chosenLook } from '#ui/chosen-look.ts';
import { WorkoutIcon, workoutGround, workoutTitle } from '../../workout.tsx';
import type { Preset } from '../session-presets.ts';

type Props = {
  presets: readonly Preset[];
  today: string;
  /** The preset's gym, if there are several. */
  gymName: (preset: Preset) => string | null;
  isChosen: (preset: Preset) => boolean;
  onChoose: (preset: Preset) => void;
};

/** Presets for the usual cases: one tap fills in everything, a second one creates the session. */
export function PresetCards({ presets, today, gymName, isChosen, onChoose }: Props) {
  return (
    <section aria-label="Quick start">
      <ul className="-mx-5 flex gap-2.5 overflow-x-auto px-5 py-1 [scrollbar-width:none] md:mx-0 md:grid md:grid-cols-3 md:overflow-visible md:px-0">
        {presets.map((preset) => {
          const { values } = preset;
          const chosen = isChosen(preset);
          const gym = gymName(preset);
          const title = chosen ? 'text-text-primary' : workoutTitle(values.workout_type);
          return (
            <li key={preset.key} className="flex min-w-38 max-w-56 flex-1 md:max-w-none">
              <button
                type="button"
                aria-pressed={chosen}
                onClick={() => onChoose(preset)}
                className={clsx(
                  'flex min-w-0 flex-1 flex-col gap-2 rounded-card p-3.5 text-left transition active:scale-[0.98]',
                  chosen ? chosenLook : workoutGround(values.workout_type),
                )}
              >
                <span className="flex items-center gap-1.5 font-semibold text-xs">
                  <WorkoutIcon type={values.workout_type} name={preset.name} className="size-4" />
                  {preset.label}
                </span>
                <span className="flex min-w-0 flex-col">
                  <span className={clsx('truncate font-semibold text-base', title)}>{preset.name}</span>
                  <span className={clsx('truncate text-sm', title)}>
                    {dayInWords(values.day, today)}, {clockOf(values.time)}
                  </span>
                  {gym ? <span className="truncate text-sm">{gym}</span> : null}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
