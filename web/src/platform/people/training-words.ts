/** The words of a member's training, wherever they are shown. */
export const levelName = { beginner: 'Beginner', intermediate: 'Intermediate', advanced: 'Advanced' } as const;

export const workoutName = {
  cardio: 'Cardio',
  strength: 'Strength',
  classes: 'Classes',
  flexibility: 'Flexibility',
  sports: 'Sports',
} as const;

export const timeName = {
  early_morning: 'Early morning',
  morning: 'Morning',
  midday: 'Midday',
  afternoon: 'Afternoon',
  evening: 'Evening',
  night: 'Night',
  weekend: 'Weekend',
} as const;

/** The entries of such a table, for choices. */
export const namesOf = <V extends string>(names: Record<V, string>) => Object.entries(names) as [V, string][];
