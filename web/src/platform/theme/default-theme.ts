import type { Theme } from './theme.ts';

/** Spotter's own look, and what fills every gap in a gym's theme. */
export const defaultTheme: Theme = {
  colors: {
    primary: '#7c3aed',
    secondary: '#241a45',
    border: '#e7e4ee',
    background: { main: '#ffffff', secondary: '#f7f5fb', secondaryHover: '#efebf7' },
    text: {
      primary: '#17122b',
      secondary: '#544d6b',
      tertiary: '#6b6482',
      disabled: '#a7a1b8',
      inverse: '#ffffff',
    },
    workoutTypes: {
      cardio: { bg: '#ffece7', border: '#ffc9bc', text: '#a52a13', accent: '#f4593b' },
      strength: { bg: '#eaecff', border: '#c7cdff', text: '#3730a3', accent: '#4f5bf0' },
      classes: { bg: '#fff3d6', border: '#fbdc94', text: '#854a06', accent: '#f0a017' },
      flexibility: { bg: '#dcf6f3', border: '#a5e4dd', text: '#0b615b', accent: '#12a598' },
      sports: { bg: '#e3f6e4', border: '#b4e3b8', text: '#1b6127', accent: '#35a848' },
    },
    status: { success: '#15803d', warning: '#b45309', error: '#d1263b', info: '#2563eb' },
    calendar: {
      gridLine: '#ece9f3',
      currentTime: '#f4593b',
      overflow: '#efebf7',
      overflowHover: '#e4ddf3',
      timeLabel: '#6b6482',
    },
  },
  fonts: {
    heading: { name: 'Inter Variable', url: null, fallback: 'system-ui, sans-serif' },
    body: { name: 'Inter Variable', url: null, fallback: 'system-ui, sans-serif' },
  },
  logo: null,
  favicon: null,
  workoutIcons: {},
};
