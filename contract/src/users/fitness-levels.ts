/** From the lowest to the highest. Without zod, for screens. */
export const fitnessLevels = ['beginner', 'intermediate', 'advanced'] as const;
export type FitnessLevel = (typeof fitnessLevels)[number];

/** A session's levels are in order when the lowest isn't above the highest. */
export const levelsInOrder = (lowest: FitnessLevel, highest: FitnessLevel): boolean =>
  fitnessLevels.indexOf(lowest) <= fitnessLevels.indexOf(highest);

type Levels = { fitness_level_min: FitnessLevel; fitness_level_max: FitnessLevel };

/** Whether a session is open to a level; in SQL it is `opensToSql`. Who has none may join what is open to beginners. */
export const opensTo = ({ fitness_level_min, fitness_level_max }: Levels, level: FitnessLevel | null): boolean =>
  levelsInOrder(fitness_level_min, level ?? 'beginner') && levelsInOrder(level ?? 'beginner', fitness_level_max);
