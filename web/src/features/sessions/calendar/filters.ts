import { type FitnessLevel, opensTo } from '@spotter/contract/users/fitness-levels.ts';
import { nameOf } from '#platform/people/face.ts';
import type { SessionItem } from '../session.ts';
import type { WorkoutType } from '../workout.tsx';

export type Filters = {
  types: readonly WorkoutType[];
  level: FitnessLevel | null;
  mine: boolean;
  joinable: boolean;
  text: string;
};

export const noFilters: Filters = { types: [], level: null, mine: false, joinable: false, text: '' };

export const isFiltered = ({ types, level, mine, joinable, text }: Filters) =>
  types.length > 0 || level !== null || mine || joinable || text.trim() !== '';

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
    (level === null || opensTo(session, level)) &&
    (!mine || session.is_participant) &&
    (!joinable || session.can_join) &&
    says(session, text);
