import type { SessionItem } from '../session.ts';
import type { WorkoutType } from '../workout.tsx';

type Look = {
  /** Other hosts' sessions with free spots: the type's tint. */
  open: string;
  /** The reader's own: the type's full color. */
  own: string;
  /** Full or past: only the border has the color. */
  quiet: string;
};

const quiet = 'bg-bg-main text-text-secondary hover:bg-bg-secondary';

const looks: Record<WorkoutType, Look> = {
  cardio: {
    open: 'border-workout-cardio-border border-l-workout-cardio-accent bg-workout-cardio-bg text-workout-cardio-text',
    own: 'border-workout-cardio-accent bg-workout-cardio-accent text-on-workout-cardio-accent',
    quiet: `border-workout-cardio-border border-l-workout-cardio-accent ${quiet}`,
  },
  strength: {
    open: 'border-workout-strength-border border-l-workout-strength-accent bg-workout-strength-bg text-workout-strength-text',
    own: 'border-workout-strength-accent bg-workout-strength-accent text-on-workout-strength-accent',
    quiet: `border-workout-strength-border border-l-workout-strength-accent ${quiet}`,
  },
  classes: {
    open: 'border-workout-classes-border border-l-workout-classes-accent bg-workout-classes-bg text-workout-classes-text',
    own: 'border-workout-classes-accent bg-workout-classes-accent text-on-workout-classes-accent',
    quiet: `border-workout-classes-border border-l-workout-classes-accent ${quiet}`,
  },
  flexibility: {
    open: 'border-workout-flexibility-border border-l-workout-flexibility-accent bg-workout-flexibility-bg text-workout-flexibility-text',
    own: 'border-workout-flexibility-accent bg-workout-flexibility-accent text-on-workout-flexibility-accent',
    quiet: `border-workout-flexibility-border border-l-workout-flexibility-accent ${quiet}`,
  },
  sports: {
    open: 'border-workout-sports-border border-l-workout-sports-accent bg-workout-sports-bg text-workout-sports-text',
    own: 'border-workout-sports-accent bg-workout-sports-accent text-on-workout-sports-accent',
    quiet: `border-workout-sports-border border-l-workout-sports-accent ${quiet}`,
  },
};

export function lookOf(session: SessionItem, isOver: boolean): string {
  const look = looks[session.workout_type];
  if (isOver) return look.quiet;
  if (session.is_participant) return look.own;
  return session.available_spots > 0 ? look.open : look.quiet;
}
