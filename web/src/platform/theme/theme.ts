/** A theme after reading: complete, every colour an opaque `#rrggbb`, every address safe to load. */
export type Theme = {
  colors: ThemeColors;
  fonts: { heading: ThemeFont; body: ThemeFont };
  logo: { url: string; height: number } | null;
  favicon: string | null;
  workoutIcons: Partial<Record<WorkoutType, { type: string; value: string }>>;
};

export const WORKOUT_TYPES = ['cardio', 'strength', 'classes', 'flexibility', 'sports'] as const;
export type WorkoutType = (typeof WORKOUT_TYPES)[number];

export type WorkoutColors = { bg: string; border: string; text: string; accent: string };

export type ThemeColors = {
  primary: string;
  secondary: string;
  border: string;
  background: { main: string; secondary: string; secondaryHover: string };
  text: { primary: string; secondary: string; tertiary: string; disabled: string; inverse: string };
  workoutTypes: Record<WorkoutType, WorkoutColors>;
  status: { success: string; warning: string; error: string; info: string };
  calendar: { gridLine: string; currentTime: string; overflow: string; overflowHover: string; timeLabel: string };
};

export type ThemeFont = { name: string; url: string | null; fallback: string };
