import { nameOf } from '#platform/people/face.ts';
import type { WorkoutType } from '../cards/workout.tsx';
import type { SessionItem } from '../session.ts';

export const levels = ['beginner', 'intermediate', 'advanced'] as const;
export type Level = (typeof levels)[number];

export type Filters = {
  types: readonly WorkoutType[];
  level: Level | null;
  mine: boolean;
  joinable: boolean;
  text: string;
};

export const noFilters: Filters = { types: [], level: null, mine: false, joinable: false, text: '' };

export const isFiltered = ({ types, level, mine, joinable, text }: Filters) =>
  types.length > 0 || level !== null || mine || joinable || text.trim() !== '';

function suits(session: SessionItem, level: Level) {
  const rank = levels.indexOf(level);
  return levels.indexOf(session.fitness_level_min) <= rank && rank <= levels.indexOf(session.fitness_level_max);
}

/** Every word must occur in the title, the description or the host's name. */
function says(session: SessionItem, text: string) {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const all = `${session.title} ${session.description} ${nameOf(session.creator)}`.toLocaleLowerCase();
  return words.every((word) => all.includes(word));
}

export const passes =
  ({ types, level, mine, joinable, text }: Filters) =>
  (session: SessionItem): boolean =>
    (types.length === 0 || types.includes(session.workout_type)) &&
    (level === null || suits(session, level)) &&
    (!mine || session.is_participant) &&
    (!joinable || session.can_join) &&
    says(session, text);
