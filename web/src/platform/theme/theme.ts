import type { ThemeConfig } from '@spotter/contract/theme/theme.ts';

/** A theme after reading: complete, with every color an opaque `#rrggbb` and every address safe to load. */
export type Theme = ThemeConfig;
export type ThemeColors = Theme['colors'];
export type WorkoutColors = ThemeColors['workoutTypes']['cardio'];
export type ThemeFont = Theme['typography']['fontFamilies']['body'];
export type WorkoutIcon = Theme['assets']['workoutIcons']['cardio'];
