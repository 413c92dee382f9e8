import { sessionLimits } from '@spotter/contract/sessions/limits.ts';
import { type FitnessLevel, fitnessLevels } from '@spotter/contract/users/fitness-levels.ts';
import { Check, ChevronDown, Gauge, Search, UserCheck } from 'lucide-react';
import type { RefObject } from 'react';
import { WorkoutIcon, type WorkoutType, workoutGround } from '#features/sessions/workout.tsx';
import { levelName, workoutName } from '#platform/people/training-words.ts';
import { Chip } from '#ui/chip.tsx';
import { chosenLook } from '#ui/chosen-look.ts';
import { controlClass } from '#ui/form/control-class.ts';
import type { ShownFilters } from './use-calendar-address.ts';

const types = Object.keys(workoutName) as WorkoutType[];

type Props = {
  filters: ShownFilters;
  onChange: (filters: ShownFilters) => void;
  text: string;
  onText: (text: string) => void;
  search: RefObject<HTMLInputElement | null>;
};

export function CalendarFilters({ filters, onChange, text, onText, search }: Props) {
  const toggle = (type: WorkoutType) =>
    onChange({
      ...filters,
      types: filters.types.includes(type) ? filters.types.filter((each) => each !== type) : [...filters.types, type],
    });
  return (
    <div className="flex items-center gap-3 max-md:flex-col-reverse max-md:items-stretch">
      <fieldset
        aria-label="Show only"
        className="flex min-w-0 flex-1 items-center gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] max-md:-mx-4 md:-mx-1 md:px-1"
      >
        <Chip icon={<Check />} selected={filters.mine} onToggle={() => onChange({ ...filters, mine: !filters.mine })}>
          My sessions
        </Chip>
        <Chip
          icon={<UserCheck />}
          selected={filters.joinable}
          onToggle={() => onChange({ ...filters, joinable: !filters.joinable })}
        >
          I can join
        </Chip>
        <span aria-hidden="true" className="h-5 w-px shrink-0 bg-border" />
        {types.map((type) => (
          <Chip
            key={type}
            icon={<TypeSign type={type} />}
            selected={filters.types.includes(type)}
            onToggle={() => toggle(type)}
          >
            {workoutName[type]}
          </Chip>
        ))}
        <LevelChip level={filters.level} onChange={(level) => onChange({ ...filters, level })} />
      </fieldset>
      <span className="relative block shrink-0 md:w-60">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-text-tertiary"
        />
        <input
          ref={search}
          type="search"
          aria-label="Search sessions"
          placeholder="Title or host"
          value={text}
          maxLength={sessionLimits.searchText}
          onChange={(event) => onText(event.target.value)}
          className={`${controlClass} h-10 pr-2 pl-9 md:h-9 md:text-sm`}
        />
      </span>
    </div>
  );
}

/** In the sessions' colors, so the filters explain them. */
const TypeSign = ({ type }: { type: WorkoutType }) => (
  <span className={`-ml-2 grid size-6 place-items-center rounded-full [&_svg]:size-3.5 ${workoutGround(type)}`}>
    <WorkoutIcon type={type} />
  </span>
);

/** The device's own list lies over a chip. */
function LevelChip({
  level,
  onChange,
}: {
  level: FitnessLevel | null;
  onChange: (level: FitnessLevel | null) => void;
}) {
  return (
    <span
      className={`relative inline-flex min-h-9 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-full px-3.5 font-medium text-sm transition has-focus-visible:outline-2 has-focus-visible:outline-primary-text [&_svg]:size-4 ${
        level ? chosenLook : 'bg-bg-secondary text-text-secondary hover:bg-bg-secondary-hover hover:text-text-primary'
      }`}
    >
      <Gauge aria-hidden="true" />
      {level ? levelName[level] : 'Any level'}
      <ChevronDown aria-hidden="true" />
      <select
        aria-label="Level"
        value={level ?? ''}
        onChange={(event) => onChange(fitnessLevels.find((each) => each === event.target.value) ?? null)}
        className="absolute inset-0 opacity-0"
      >
        <option value="">Any level</option>
        {fitnessLevels.map((each) => (
          <option key={each} value={each}>
            {levelName[each]}
          </option>
        ))}
      </select>
    </span>
  );
}
