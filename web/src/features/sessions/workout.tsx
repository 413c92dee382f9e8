import clsx from 'clsx';
import {
  Dumbbell,
  Flower2,
  HeartPulse,
  type LucideIcon,
  PersonStanding,
  StretchHorizontal,
  Trophy,
  Users,
} from 'lucide-react';
import { workoutName } from '#platform/people/training-words.ts';
import { useTheme } from '#platform/theme/theme-provider.tsx';
import { workoutIcons } from '#platform/theme/workout-icons.ts';
import type { SessionItem } from './session.ts';

export type WorkoutType = SessionItem['workout_type'];

/** For a name that isn't among the theme's icons. */
const ownIcon: Record<WorkoutType, LucideIcon> = {
  cardio: HeartPulse,
  strength: Dumbbell,
  classes: Users,
  flexibility: StretchHorizontal,
  sports: Trophy,
};

/** Two session types of most gyms that share a workout, and would look the same. */
const namedIcons: Record<string, LucideIcon> = { yoga: Flower2, mobility: PersonStanding };

/** A gym's own icon for flexibility stands for all of it. */
function useNamedIcon({ type, name = '' }: Which): string | undefined {
  const { value } = useTheme().theme.assets.workoutIcons.flexibility ?? {};
  return type === 'flexibility' && value === 'stretch-horizontal'
    ? Object.keys(namedIcons).find((one) => name?.toLowerCase().includes(one))
    : undefined;
}

/** A workout; the name of its session type tells some of them apart. */
type Which = { type: WorkoutType; name?: string | null | undefined };

const grounds: Record<WorkoutType, string> = {
  cardio: 'bg-workout-cardio-bg text-workout-cardio-text',
  strength: 'bg-workout-strength-bg text-workout-strength-text',
  classes: 'bg-workout-classes-bg text-workout-classes-text',
  flexibility: 'bg-workout-flexibility-bg text-workout-flexibility-text',
  sports: 'bg-workout-sports-bg text-workout-sports-text',
};

const accents: Record<WorkoutType, string> = {
  cardio: 'bg-workout-cardio-accent',
  strength: 'bg-workout-strength-accent',
  classes: 'bg-workout-classes-accent',
  flexibility: 'bg-workout-flexibility-accent',
  sports: 'bg-workout-sports-accent',
};

const titles: Record<WorkoutType, string> = {
  cardio: 'text-workout-cardio-title',
  strength: 'text-workout-strength-title',
  classes: 'text-workout-classes-title',
  flexibility: 'text-workout-flexibility-title',
  sports: 'text-workout-sports-title',
};

export const workoutGround = (type: WorkoutType) => grounds[type];
/** The page's own text color on the type's ground, where it can be read. */
export const workoutTitle = (type: WorkoutType) => titles[type];
export const workoutAccent = (type: WorkoutType) => accents[type];

/** An emoji or an own image is drawn as an icon too, so that it takes the size and the place of one. */
export function WorkoutIcon({ type, name, className }: Which & { className?: string }) {
  const { theme } = useTheme();
  const named = useNamedIcon({ type, name });
  const chosen = theme.assets.workoutIcons[type];
  if (chosen?.type === 'emoji' || chosen?.type === 'image')
    return (
      <svg aria-hidden="true" viewBox="0 0 24 24" width={24} height={24} className={className}>
        {chosen.type === 'image' ? (
          <image href={chosen.value} width={24} height={24} />
        ) : (
          <text x={12} y={12} fill="currentColor" fontSize={19} textAnchor="middle" dominantBaseline="central">
            {chosen.value}
          </text>
        )}
      </svg>
    );
  const Icon = namedIcons[named ?? ''] ?? workoutIcons[chosen?.value ?? ''] ?? ownIcon[type];
  return <Icon aria-hidden="true" className={className} />;
}

const signId = (sign: string) => `workout-sign-${sign}`;

/** Rendered once per page, for WorkoutSign to reference. */
export function WorkoutSigns() {
  return (
    <svg aria-hidden="true" className="absolute size-0">
      {(Object.keys(workoutName) as WorkoutType[]).map((type) => (
        <symbol key={type} id={signId(type)} viewBox="0 0 24 24">
          <WorkoutIcon type={type} />
        </symbol>
      ))}
      {Object.entries(namedIcons).map(([name, Icon]) => (
        <symbol key={name} id={signId(name)} viewBox="0 0 24 24">
          <Icon />
        </symbol>
      ))}
    </svg>
  );
}

/** For long lists: references an icon that is already rendered. */
export function WorkoutSign({ type, name, className }: Which & { className?: string }) {
  const named = useNamedIcon({ type, name });
  return (
    <svg aria-hidden="true" className={className}>
      <use href={`#${signId(named ?? type)}`} />
    </svg>
  );
}

/** The workout type as a square in its color. */
export function WorkoutMark({ type, name, large = false }: Which & { large?: boolean }) {
  return (
    <span
      className={clsx(
        'grid shrink-0 place-items-center',
        grounds[type],
        large ? 'size-14 rounded-card' : 'size-11 rounded-control',
      )}
    >
      <WorkoutIcon type={type} name={name} className={large ? 'size-7' : 'size-5'} />
    </span>
  );
}
